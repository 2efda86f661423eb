import Foundation
import MerkleLog
import PaymentProviders
import Payments
import Recording

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

/// Scan + redact + record of one frame message beside Foundation's JSONDecoder decoding the same
/// bytes, in one run, alternating, on one thread.
struct RecordBench {
  private var recorder: Recorder
  private let format: MessageFormat
  private let person: SealingKey
  private var position: UInt64 = 0
  private var work = 0

  init() throws {
    let origin = Origin(publicKey: [UInt8](repeating: 7, count: 32))
    let keys = RedactionKeys(
      fingerprint: [UInt8](repeating: 1, count: 32), link: [UInt8](repeating: 2, count: 32))
    person = try SealingKey(
      id: String(repeating: "a", count: 32), secret: [UInt8](repeating: 3, count: 32))
    let surface = SurfaceName(.frame, frame: MoonPayFrame.applePay.rawValue)
    guard let format = ProviderDescription.moonPay.formats[surface] else {
      preconditionFailure("The Apple Pay frame is a known surface")
    }
    self.format = format
    recorder = Recorder(source: "daybook/\(origin)", origin: origin, keys: keys)
  }

  /// - Parameter isAlone: for a profiler: the recorder without the decoder.
  mutating func run(rounds: Int, calls: Int, isAlone: Bool) throws {
    print("message             bytes  record ns  JSONDecoder ns  ratio")
    for sample in SampleMessage.all {
      let data = Data(sample.bytes)
      let decoder = JSONDecoder()
      var times: (record: [Double], decode: [Double]) = ([], [])
      for _ in 0..<rounds {
        times.record.append(
          try Stopwatch.nanoseconds(calls) { try write(sample.bytes) })
        if isAlone { continue }
        times.decode.append(
          try Stopwatch.nanoseconds(calls) {
            work &+= try decoder.decode(DecodedMessage.self, from: data).version
          })
      }
      let (record, decode) = (times.record.median, times.decode.median)
      print(
        Column.left(sample.name, 20) + Column.right("\(sample.bytes.count)", 5)
          + Column.right(record, 11) + Column.right(decode, 16)
          + Column.right(decode / record, 7, digits: 1))
    }
    print("work done: \(work)")
  }

  private mutating func write(_ message: [UInt8]) throws {
    let moment = Moment(microseconds: 1_772_442_000_000_000 + Int64(position))
    let head = Recorder.Head(
      position: Position(position), channel: Position(3), time: moment, recordedTime: moment,
      direction: .in, tier: .claim, person: person)
    position += 1
    _ = try recorder.write(message.span, as: format, head)
    try recorder.withRecord { work &+= $0.count }
  }
}
