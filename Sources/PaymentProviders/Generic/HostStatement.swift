public import Payments
import Recording

/// What a host says of a payment with a provider that Daybook does not know, in Daybook's words.
public struct HostStatement: Sendable {
  let kind: String
  let operation: Operation?
  let outcome: Outcome?
  let status: PaymentStatus?
  /// The provider's own id of the payment.
  public var payment: String?
  /// The provider's own code for the outcome.
  public var code: String?
  /// The amount, a decimal text, and its currency.
  public var amount: (value: String, currency: String)?
  /// What may be read only by who has the key.
  public var text: String?

  private init(
    _ kind: String, _ operation: Operation? = nil, _ outcome: Outcome? = nil,
    _ status: PaymentStatus? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.outcome = outcome
    self.status = status
  }

  /// Something is under way; it opens an attempt where none is open.
  public static func progress(_ operation: Operation, _ status: PaymentStatus) -> HostStatement {
    HostStatement("progress", operation, .progressing, status)
  }

  /// How it ended.
  public static func result(
    _ operation: Operation, _ outcome: Outcome, _ status: PaymentStatus
  ) -> HostStatement {
    HostStatement("result", operation, outcome, status)
  }

  /// Something to keep that says nothing of a payment. It is sealed.
  public static func note(_ text: String) -> HostStatement {
    var statement = HostStatement("note")
    statement.text = text
    return statement
  }

  /// The capture's body, before redaction.
  package var json: String {
    var body = JSONBuilder()
    body.add("kind", kind)
    body.add("operation", operation?.rawValue)
    body.add("outcome", outcome?.rawValue)
    body.add("status", status?.rawValue)
    body.add("payment", payment)
    body.add("code", code)
    if let amount {
      var sum = JSONBuilder()
      sum.add("value", amount.value)
      sum.add("currency", amount.currency)
      body.add("amount", json: sum.text)
    }
    body.add("text", text)
    return body.text
  }
}
