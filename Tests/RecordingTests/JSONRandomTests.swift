import Foundation
import Testing

@testable import Recording

@Suite struct JSONRandomTests {
  @Test func `generated documents read as Foundation reads them`() throws {
    var random = Seeded(for: "JSON against JSONSerialization")
    for _ in 0..<rounds(400) {
      let source = JSONDocument.random(&random)
      let bytes = Array(source.utf8)
      let tape = try scanned(bytes)
      let value = try JSONSerialization.jsonObject(with: Data(bytes))
      #expect(JSONDocument.agrees(tape, 0, of: bytes, with: value), "\(source)")
      #expect(JSONDocument.isWellFormed(tape, byteCount: bytes.count), "\(source)")
    }
  }

  @Test func `the provider samples read as Foundation reads them`() throws {
    for provider in ["moonpay", "monei", "payrails", "dailypay"] {
      for (name, bytes) in try sharedFiles("samples/\(provider)", suffix: ".json") {
        let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        #expect(JSONDocument.agrees(try scanned(bytes), 0, of: bytes, with: value), "\(name)")
      }
    }
  }

  @Test func `every proper prefix of a document is refused inside its bounds`() {
    var random = Seeded(for: "JSON prefixes")
    for _ in 0..<rounds(20) {
      let source = JSONDocument.random(&random).trimmingCharacters(in: .whitespacesAndNewlines)
      let bytes = Array(source.utf8)
      for length in 0..<bytes.count {
        let error = refusal(Array(bytes[..<length]))
        #expect(error != nil && 0...length ~= (error?.offset ?? -1), "\(length) of \(source)")
      }
    }
  }

  @Test func `damaged documents are refused inside their bounds or give a sound tape`() {
    var random = Seeded(for: "JSON mutations")
    var tape = JSONTape()
    for _ in 0..<rounds(100) {
      let original = Array(JSONDocument.random(&random).utf8)
      for _ in 0..<40 {
        var bytes = original
        for _ in 0...random.below(3) {
          let index = random.below(bytes.count)
          switch random.below(4) {
          case 0: bytes[index] ^= 1 << UInt8(random.below(8))
          case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 2: bytes[index] = Array(#"{}[]",:\u0e.-"#.utf8)[random.below(13)]
          default: bytes.remove(at: index)
          }
          if bytes.isEmpty { bytes = [0x20] }
        }
        do throws(JSONScanError) {
          try JSONScanner.scan(bytes.span, into: &tape)
          #expect(JSONDocument.isWellFormed(tape, byteCount: bytes.count))
        } catch {
          #expect(0...bytes.count ~= error.offset && tape.count == 0)
        }
      }
    }
  }
}
