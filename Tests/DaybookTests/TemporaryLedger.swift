import Daybook
import Foundation

/// A ledger in a folder of its own, which goes away with it.
final class TemporaryLedger: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-tests-\(UUID().uuidString)")
    path = folder.path
    try Ledger.create(at: path)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

  /// Opens the ledger, runs the body, and closes it.
  func with<Value: Sendable>(
    _ mode: Ledger.Mode = .writing, _ body: (Ledger) async throws -> Value
  ) async throws -> Value {
    try await Ledger.with(at: path, for: mode, body)
  }

  /// Every byte of every file but the keys.
  func bytesOutsideKeys() throws -> Data {
    var bytes = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != "keys" {
      bytes += try Data(contentsOf: url(name))
    }
    return bytes
  }

  /// Deletes the projections, as a user may at any time.
  func deleteProjections() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.hasPrefix("projections.sqlite") {
      try FileManager.default.removeItem(at: url(name))
    }
  }
}

/// Captures as a frame or an app would bring them.
enum Sample {
  static func frame(
    _ channel: String, _ kind: String, _ payload: String? = nil, frame: String = "apple-pay",
    page: String? = nil
  ) -> Capture {
    let payload = payload.map { ",\"payload\":\($0)" } ?? ""
    let page = page ?? "page-\(channel)"
    let body =
      "{\"version\":2,\"meta\":{\"channelId\":\"\(page)\"},\"kind\":\"\(kind)\"\(payload)}"
    var capture = Capture(.moonPay, .frame, frame: frame, body: body)
    capture.channel = channel
    return capture
  }

  static func open(
    _ channel: String, frame: String = "apple-pay", reference: String? = nil,
    parameters: String? = nil
  ) -> Capture {
    var capture = Capture(.moonPay, .frame, frame: frame)
    capture.channel = channel
    capture.opensChannel = true
    capture.reference = reference
    capture.parameters = parameters ?? "{\"channelId\":\"page-\(channel)\"}"
    return capture
  }

  static func complete(_ channel: String, _ status: String, id: String? = nil) -> Capture {
    let id = id.map { "\"id\":\"\($0)\"," } ?? ""
    return frame(channel, "complete", "{\"transaction\":{\(id)\"status\":\"\(status)\"}}")
  }

  static func request(
    _ channel: String?, amount: Int = 1500, order: String? = nil, type: String = "SALE"
  ) -> Capture {
    let order = order.map { "&order_id=\($0)" } ?? ""
    var capture = Capture(
      .monei, .request,
      body: "https://pay.monei.com/accept-payment?amount=\(amount)&auth_token=planted-token"
        + "&transaction_type=\(type)\(order)")
    capture.channel = channel
    capture.currency = "EUR"
    return capture
  }

  static func redirect(_ query: String) -> Capture {
    Capture(.monei, .redirect, body: "merchant-demo://payment-result?\(query)")
  }
}

/// The code of the error that the body ends with; `nil` where it ends well.
func code<Value>(of body: () async throws -> Value) async -> LedgerError.Code? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? LedgerError)?.code
  }
}
