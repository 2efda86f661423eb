import Foundation
import MerkleLog
import PaymentProviders
import Payments
import Recording

// Scan + redact + record of one frame message beside Foundation's JSONDecoder decoding the same
// bytes, in one run, alternating, on one thread. Ratios count; absolute figures are the machine's.

/// The message as an app's code would decode it.
struct DecodedMessage: Decodable {
  struct Meta: Decodable { let channelId: String }
  struct Transaction: Decodable {
    let id: String?
    let status: String
    let failureReason: String?
    let failureCode: String?
  }
  struct Payload: Decodable { let transaction: Transaction? }
  let version: Int
  let meta: Meta
  let kind: String
  let payload: Payload?
}

func message(_ transaction: String) -> [UInt8] {
  let channel = "3f0c9f4e-5b0a-4f6e-9d52-9c1f5f8a1b2c"
  return Array(
    ("{\"version\":2,\"meta\":{\"channelId\":\"\(channel)\"},\"kind\":\"complete\","
      + "\"payload\":{\"transaction\":{\(transaction)}}}").utf8)
}

let id = "txn_" + String(repeating: "0123456789abcdef", count: 7)
let samples: [(name: String, bytes: [UInt8])] = [
  (
    "clear fields only",
    message("\"id\":\"\(id)\",\"status\":\"pending\",\"failureCode\":\"authorizationDeclined\"")
  ),
  (
    "one sealed field",
    message(
      "\"status\":\"failed\",\"failureReason\":\"Your payment was declined by your bank. Please "
        + "try again with another card, or ask your bank.\",\"failureCode\":"
        + "\"authorizationDeclined\"")
  ),
]

let origin = Origin(publicKey: [UInt8](repeating: 7, count: 32))
let keys = RedactionKeys(
  fingerprint: [UInt8](repeating: 1, count: 32), link: [UInt8](repeating: 2, count: 32))
let person = try SealingKey(
  id: String(repeating: "a", count: 32), secret: [UInt8](repeating: 3, count: 32))
guard
  let format = ProviderDescription.moonPay.formats[
    SurfaceName(.frame, frame: MoonPayFrame.applePay.rawValue)]
else { preconditionFailure("The Apple Pay frame is a known surface") }
var recorder = Recorder(source: "daybook/\(origin)", origin: origin, keys: keys)
var work = 0

/// The median time of one call, in nanoseconds, over rounds that alternate between both bodies.
func medians(_ rounds: Int, _ calls: Int, _ bodies: [() throws -> Void]) throws -> [Double] {
  var times = [[Double]](repeating: [], count: bodies.count)
  for _ in 0..<rounds {
    for (index, body) in bodies.enumerated() {
      let start = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<calls { try body() }
      let elapsed = DispatchTime.now().uptimeNanoseconds - start
      times[index].append(Double(elapsed) / Double(calls))
    }
  }
  return times.map { $0.sorted()[$0.count / 2] }
}

let isShort = CommandLine.arguments.contains("--short")
// For a profiler: the recorder alone.
let isAlone = CommandLine.arguments.contains("--record-only")
let (rounds, calls) = isShort ? (3, 200) : (15, 20_000)
print("message             bytes  record ns  JSONDecoder ns  ratio")
for sample in samples {
  let data = Data(sample.bytes)
  let decoder = JSONDecoder()
  var position: UInt64 = 0
  let times = try medians(
    rounds, calls,
    [
      {
        let head = Recorder.Head(
          position: Position(position), channel: Position(3),
          time: Moment(microseconds: 1_772_442_000_000_000 + Int64(position)),
          recordedTime: Moment(microseconds: 1_772_442_000_000_000 + Int64(position)),
          direction: .in, tier: .claim, person: person)
        position += 1
        _ = try recorder.write(sample.bytes.span, as: format, head)
        try recorder.withRecord { work &+= $0.count }
      },
      { if !isAlone { work &+= try decoder.decode(DecodedMessage.self, from: data).version } },
    ])
  let name = sample.name + String(repeating: " ", count: max(1, 20 - sample.name.count))
  print(
    name
      + String(
        format: "%5d  %9.0f  %14.0f  %5.1f", sample.bytes.count, times[0], times[1],
        times[1] / times[0]))
}
print("work done: \(work)")
