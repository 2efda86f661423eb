import Cryptography
import Foundation
import Recording

/// A signature's header, taken apart.
struct WebhookSignature {
  /// The time as it is written, which is what was signed; `nil` where the scheme has none.
  let time: String?
  /// The codes: a provider that changes its key may send two.
  let codes: [Digest]

  init?(_ header: String, _ scheme: WebhookVerifier.Scheme) {
    switch scheme {
    case .timed(let field):
      var time: String?
      var codes: [Digest] = []
      for part in header.split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        let name = pair[0].trimmingCharacters(in: .whitespaces)
        let value = pair[1].trimmingCharacters(in: .whitespaces)
        if name == "t" { time = value }
        guard name == field else { continue }
        guard let code = Hexadecimal.bytes(value).flatMap({ Digest($0) }) else { return nil }
        codes.append(code)
      }
      let isNumber = time.map { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } ?? false
      guard isNumber, !codes.isEmpty else { return nil }
      self.time = time
      self.codes = codes
    case .plain(.base64):
      let text = header.trimmingCharacters(in: .whitespaces)
      guard let code = Data(base64Encoded: text).flatMap({ Digest(Array($0)) }) else {
        return nil
      }
      time = nil
      codes = [code]
    case .plain(.hexadecimal(let prefix)):
      let text = header.trimmingCharacters(in: .whitespaces)
      guard text.hasPrefix(prefix),
        let code = Hexadecimal.bytes(text.dropFirst(prefix.count)).flatMap({ Digest($0) })
      else { return nil }
      time = nil
      codes = [code]
    }
  }

  /// Whether one of the codes is that of the body, at the header's time or another.
  func isValid(for body: [UInt8], at other: String? = nil, under code: HMACSHA256) -> Bool {
    var signed: [UInt8] = []
    if let time = other ?? time { signed = Array("\(time).".utf8) }
    signed += body
    let expected = code.authenticate(signed.span)
    // All are compared, whichever fits.
    return codes.reduce(false) { $1.isEqualInConstantTime(to: expected) || $0 }
  }
}

/// Looks for what may have been done to a webhook that was refused. It never makes one valid.
struct WebhookDiagnosis {
  let body: [UInt8]
  let signature: WebhookSignature
  let code: HMACSHA256

  /// More than a message of a provider's, and too much to hash a hundred times.
  private static let byteCountMax = 16_384
  private static let secondsMax = 60

  var reason: WebhookRefusal? {
    if rewritten.contains(where: { signature.isValid(for: $0, under: code) }) {
      return .reserializedBody
    }
    guard body.count <= WebhookDiagnosis.byteCountMax,
      let time = signature.time.flatMap({ Int($0) })
    else { return nil }
    for offset in 1...WebhookDiagnosis.secondsMax {
      for other in [time - offset, time &+ offset]
      where signature.isValid(for: body, at: String(other), under: code) {
        return .alteredTime
      }
    }
    return nil
  }

  /// What the body may have been: without its last line break, with one, and without any space
  /// between its tokens.
  private var rewritten: [[UInt8]] {
    var texts = [body + [0x0A]]
    if body.last == 0x0A { texts.append(Array(body.dropLast())) }
    var compact: [UInt8] = []
    compact.reserveCapacity(body.count)
    var isInText = false
    var isEscaped = false
    for byte in body {
      if isInText {
        compact.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == 0x22 {
          isInText = false
        }
      } else if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        compact.append(byte)
        isInText = byte == 0x22
      }
    }
    if compact.count != body.count { texts.append(compact) }
    return texts
  }
}
