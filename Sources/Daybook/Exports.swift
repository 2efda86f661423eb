// An app imports Daybook alone: the words of payments, of journals and of the providers' surfaces
// are part of its public face.
@_exported public import Cryptography
@_exported public import MerkleLog
@_exported public import PaymentProviders
@_exported public import Payments
@_exported public import Recording
