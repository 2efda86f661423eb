import Cryptography
import Foundation
import PaymentProviders
import Payments
import Testing

/// A webhook is taken for its provider's only where the signature says so.
@Suite struct WebhookTests {
  private static let key = "planted-key"
  private static let time = "1602604555"

  private static let verifiers: [WebhookVerifier] = [.moonPay(key), .monei(key), .payrails(key)]

  private static let body = #"{"id":"p-1","amount":11700,"status":"SUCCEEDED","text":"a \"b\", c"}"#

  /// Signs as the provider does.
  private static func header(
    _ verifier: WebhookVerifier, _ body: String, key: String = WebhookTests.key,
    time: String = WebhookTests.time
  ) -> String {
    let isTimed = verifier.provider != .payrails
    let message = Array((isTimed ? "\(time).\(body)" : body).utf8)
    let code = HMACSHA256(key: Array(key.utf8)).authenticate(message.span)
    switch verifier.provider {
    case .moonPay: return "t=\(time),s=\(code)"
    case .monei: return "t=\(time),v1=\(code)"
    default: return Data(code.bytes).base64EncodedString()
    }
  }

  private func verdict(
    _ verifier: WebhookVerifier, _ body: String, _ header: String?, isProven: Bool = true
  ) -> WebhookVerdict {
    verifier.verdict(on: Array(body.utf8), header: header, isProven: isProven)
  }

  @Test(arguments: verifiers)
  func `the provider's own is taken`(verifier: WebhookVerifier) {
    let header = WebhookTests.header(verifier, WebhookTests.body)
    #expect(verdict(verifier, WebhookTests.body, header) == .verified)
    #expect(verdict(verifier, "", WebhookTests.header(verifier, "")) == .verified)
  }

  @Test(arguments: verifiers)
  func `an altered body is refused`(verifier: WebhookVerifier) {
    let header = WebhookTests.header(verifier, WebhookTests.body)
    for other in [
      WebhookTests.body.replacing("11700", with: "11701"),
      WebhookTests.body.replacing("SUCCEEDED", with: "SUCCEEDEd"), "{}", "",
    ] {
      #expect(verdict(verifier, other, header) == .refused(.alteredBody))
    }
  }

  @Test(arguments: verifiers.dropLast())
  func `an altered time is refused`(verifier: WebhookVerifier) {
    let header = WebhookTests.header(verifier, WebhookTests.body)
    for other in ["1602604556", "1602604500", "1602604615"] {
      let altered = header.replacing(WebhookTests.time, with: other)
      #expect(verdict(verifier, WebhookTests.body, altered) == .refused(.alteredTime))
    }
    // Further off it cannot be told from another body, and is refused all the same.
    let far = header.replacing(WebhookTests.time, with: "1702604555")
    #expect(verdict(verifier, WebhookTests.body, far) == .refused(.alteredBody))
    let zero = header.replacing(WebhookTests.time, with: "01602604555")
    #expect(verdict(verifier, WebhookTests.body, zero) != .verified)
  }

  @Test(arguments: verifiers)
  func `JSON that was written again is refused`(verifier: WebhookVerifier) throws {
    let header = WebhookTests.header(verifier, WebhookTests.body)
    let spaced = WebhookTests.body.replacing("\":", with: "\": ").replacing(",\"", with: ",\n  \"")
    for other in [spaced, WebhookTests.body + "\n"] {
      #expect(verdict(verifier, other, header) == .refused(.reserializedBody))
    }
    let signedWithBreak = WebhookTests.header(verifier, WebhookTests.body + "\n")
    #expect(
      verdict(verifier, WebhookTests.body, signedWithBreak) == .refused(.reserializedBody))
    // With its members in another order it is simply another body.
    let object = try JSONSerialization.jsonObject(with: Data(WebhookTests.body.utf8))
    let sorted = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    #expect(
      verdict(verifier, String(decoding: sorted, as: UTF8.self), header)
        == .refused(.alteredBody))
  }

  @Test(arguments: verifiers)
  func `a wrong key is refused`(verifier: WebhookVerifier) {
    let header = WebhookTests.header(verifier, WebhookTests.body, key: "another")
    #expect(
      verdict(verifier, WebhookTests.body, header, isProven: false) == .refused(.wrongKey))
  }

  @Test(arguments: verifiers)
  func `a missing or malformed header is refused`(verifier: WebhookVerifier) {
    #expect(verdict(verifier, WebhookTests.body, nil) == .refused(.missingHeader))
    #expect(verdict(verifier, WebhookTests.body, "") == .refused(.missingHeader))
    let code = String(repeating: "0", count: 64)
    for header in [
      "t=1", "s=\(code)", "v1=\(code)", "t=,s=\(code)", "t=x,v1=\(code)", "t=1,s=00", "t=1,v1=zz",
      "t=1 s=\(code)", "AAAA", "sha256=\(code)", "t=1,s=\(code.uppercased().dropLast())A",
    ] {
      let verdict = verdict(verifier, WebhookTests.body, header)
      #expect(verdict != .verified)
      // One provider's form may be well made and simply not the body's.
      #expect(verdict == .refused(.malformedHeader) || header.contains(code), "\(header)")
    }
  }

  @Test func `either of two codes is enough, as when a provider changes its key`() {
    let good = WebhookTests.header(.monei(WebhookTests.key), WebhookTests.body)
    let other = String(repeating: "a", count: 64)
    let verifier = WebhookVerifier.monei(WebhookTests.key)
    #expect(verdict(verifier, WebhookTests.body, good + ",v1=" + other) == .verified)
    #expect(verdict(verifier, WebhookTests.body, "v1=\(other), " + good) == .verified)
  }

  @Test func `the scheme can be another`() {
    let message = Array(WebhookTests.body.utf8)
    let code = HMACSHA256(key: Array(WebhookTests.key.utf8)).authenticate(message.span)
    let hexadecimal = WebhookVerifier.payrails(
      WebhookTests.key, scheme: .plain(.hexadecimal(prefix: "sha256=")))
    #expect(verdict(hexadecimal, WebhookTests.body, "sha256=\(code)") == .verified)
    #expect(verdict(hexadecimal, WebhookTests.body, "\(code)") == .refused(.malformedHeader))
    let customer = WebhookVerifier.moonPay(WebhookTests.key, scheme: .plain(.base64))
    #expect(
      verdict(customer, WebhookTests.body, Data(code.bytes).base64EncodedString()) == .verified)
  }

  @Test func `openssl signs what is taken`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") else {
      print("notice: no openssl; its test is skipped.")
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = ["dgst", "-sha256", "-hmac", WebhookTests.key, "-r"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data("\(WebhookTests.time).\(WebhookTests.body)".utf8))
    try input.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let code = String(decoding: text, as: UTF8.self).prefix(64)
    #expect(
      verdict(
        .monei(WebhookTests.key), WebhookTests.body, "t=\(WebhookTests.time),v1=\(code)")
        == .verified)
  }

  @Test func `a difference anywhere in the code is seen`() {
    let code = HMACSHA256(key: [1]).authenticate([2].span)
    for index in 0..<32 {
      var bytes = code.bytes
      bytes[index] ^= 1
      #expect(Digest(bytes).map { $0.isEqualInConstantTime(to: code) } == false)
    }
    #expect(code.isEqualInConstantTime(to: code))
  }
}
