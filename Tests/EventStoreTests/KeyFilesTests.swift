import Cryptography
import EventStore
import Foundation
import Testing

@Suite struct KeyFilesTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory("keys")
  }

  func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }

  func digest(_ text: String) -> Digest { SHA256.hash(Array(text.utf8).span) }

  @Test func `a ledger's keys are made once and read back`() throws {
    #expect(try KeyFiles.open(at: path) == nil)
    let keys = try KeyFiles.create(at: path)
    let secrets = try KeyFiles.LedgerKey.allCases.map { try keys.secret($0) }
    #expect(Set(secrets).count == 3 && secrets.allSatisfy { $0.count == 32 })
    #expect(try Ed25519.publicKey(of: keys.secret(.signing)).count == 32)
    let again = try #require(try KeyFiles.open(at: path))
    #expect(try KeyFiles.LedgerKey.allCases.map { try again.secret($0) } == secrets)
    #expect(try mode(of: path) == 0o700)
    for name in ["signing.key", "fingerprint.key", "link.key"] {
      #expect(try mode(of: path + "/" + name) == 0o600)
    }
    #expect(try listing(path).count == 3)
  }

  @Test func `a link key that the host gives is used`() throws {
    let link = [UInt8](repeating: 9, count: 32)
    #expect(try KeyFiles.create(at: path, linkKey: link).secret(.link) == link)
    #expect(try KeyFiles.create(at: path).secret(.link) == link)
  }

  @Test func `a creation that was cut short is finished and keeps the keys it has`() throws {
    let secret = try KeyFiles.create(at: path).secret(.signing)
    try FileManager.default.removeItem(atPath: path + "/link.key")
    try Data("daybook-key 1\nkind li".utf8).write(to: URL(filePath: path + "/link.key.new"))
    let keys = try #require(try KeyFiles.open(at: path))
    #expect(expectError(.keyMissing) { _ = try keys.secret(.link) }.contains("link"))
    let finished = try KeyFiles.create(at: path)
    #expect(try finished.secret(.signing) == secret)
    #expect(try finished.secret(.link).count == 32)
    #expect(try listing(path).count == 3)
  }

  @Test func `the format of a key file is the one that is documented`() throws {
    let keys = try KeyFiles.create(at: path, linkKey: Array(0..<32))
    let digits = (0..<32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try text(of: "link.key") == "daybook-key 1\nkind link\nsecret \(digits)\n")
    let (id, secret) = try keys.makePerson(named: digest("user"))
    let lines = try text(of: "person-\(id).key").split(separator: "\n")
    #expect(lines[..<3] == ["daybook-key 1", "kind person", "id \(id)"])
    #expect(lines[3].hasPrefix("secret ") && lines[3].count == 71 && secret.count == 32)
    #expect(lines[4...] == ["name \(digest("user"))"])
    let unnamed = try keys.makePerson(named: nil).id
    #expect(try text(of: "person-\(unnamed).key").split(separator: "\n").count == 4)
  }

  @Test func `persons are found by name and by id, also by another process`() throws {
    let keys = try KeyFiles.create(at: path)
    let reader = try #require(try KeyFiles.open(at: path))
    #expect(try reader.person(named: digest("a")) == nil)
    let (id, secret) = try keys.makePerson(named: digest("a"))
    let other = try keys.makePerson(named: digest("b"))
    let unnamed = try keys.makePerson(named: nil)
    #expect(Set([id, other.id, unnamed.id]).count == 3)
    for files in [keys, reader, try #require(try KeyFiles.open(at: path))] {
      #expect(try files.person(named: digest("a")) == id)
      #expect(try files.person(named: digest("b")) == other.id)
      #expect(try files.person(named: digest("c")) == nil)
      #expect(try files.personKey(id: id) == secret)
      #expect(try files.personKey(id: unnamed.id) == unnamed.secret)
      #expect(try files.personKey(id: KeyID.random()) == nil)
    }
    let repeated = try keys.makePerson(named: digest("a"))
    #expect(repeated.id == id && repeated.secret == secret)
    #expect(try mode(of: path + "/person-\(id).key") == 0o600)
  }

  @Test func `a destroyed key is gone, and a destruction cut short counts`() throws {
    let keys = try KeyFiles.create(at: path)
    let first = try keys.makePerson(named: digest("a")).id
    let second = try keys.makePerson(named: digest("b")).id
    try keys.destroyPerson(id: first)
    try keys.destroyPerson(id: first)
    #expect(try keys.personKey(id: first) == nil)
    #expect(try keys.person(named: digest("a")) == nil)
    let file = path + "/person-\(second).key"
    let size = try Data(contentsOf: URL(filePath: file)).count
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.write(contentsOf: Data(count: size))
    try handle.close()
    let after = try #require(try KeyFiles.open(at: path))
    #expect(try after.personKey(id: second) == nil)
    #expect(try after.person(named: digest("b")) == nil)
    let renewed = try after.makePerson(named: digest("b")).id
    #expect(renewed != second)
    try after.destroyPerson(id: second)
    #expect(try listing(path).count == 4)
  }

  @Test func `what others can reach is refused`() throws {
    let keys = try KeyFiles.create(at: path)
    let person = try keys.makePerson(named: digest("a")).id
    let files = FileManager.default
    for (name, loose) in [("signing.key", 0o640), ("link.key", 0o604), ("link.key", 0o620)] {
      try files.setAttributes([.posixPermissions: loose], ofItemAtPath: path + "/" + name)
      let key: KeyFiles.LedgerKey = name == "link.key" ? .link : .signing
      let message = expectError(.insecureKeyFile) { _ = try keys.secret(key) }
      #expect(message.contains(name) && message.contains(String(loose, radix: 8)))
    }
    let file = path + "/person-\(person).key"
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    expectError(.insecureKeyFile) { _ = try keys.personKey(id: person) }
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    expectError(.insecureKeyFile) { _ = try KeyFiles.open(at: path) }
    expectError(.insecureKeyFile) { _ = try KeyFiles.create(at: path) }
  }

  @Test func `a damaged key file is refused without showing what it holds`() throws {
    let keys = try KeyFiles.create(at: path)
    let good = try text(of: "signing.key")
    let digits = good.split(separator: " ")[3].trimmingCharacters(in: .newlines)
    for bad in [
      "", String(good.dropLast()), good + "\n", good + "name \(digits)\n", "x" + good,
      good.replacingOccurrences(of: "key 1", with: "key 2"), good.uppercased(),
      good.replacingOccurrences(of: "signing", with: "link"),
      good.replacingOccurrences(of: "kind signing", with: "kind person"),
      good.replacingOccurrences(of: digits, with: digits.dropLast(2)),
    ] {
      try Data(bad.utf8).write(to: URL(filePath: path + "/signing.key"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: path + "/signing.key")
      let message = expectError(.corrupted) { _ = try keys.secret(.signing) }
      #expect(!message.contains(digits.prefix(12)))
    }
  }

  @Test func `no secret shows when the keys are printed`() throws {
    let keys = try KeyFiles.create(at: path)
    let (id, personal) = try keys.makePerson(named: digest("a"))
    _ = try keys.personKey(id: id)
    var rendered = "\(keys) \(String(reflecting: keys)) \(id)"
    dump(keys, to: &rendered)
    for secret in try KeyFiles.LedgerKey.allCases.map({ try keys.secret($0) }) + [personal] {
      let hexadecimal = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(!rendered.contains(hexadecimal))
      #expect(!rendered.contains(secret.map { String($0) }.joined(separator: ", ")))
    }
  }

  @Test func `an id reads back from its text and from nothing else`() throws {
    let id = try KeyID.random()
    #expect(KeyID(id.description) == id && id.description.count == 32)
    #expect(
      KeyID("00112233445566778899aabbccddeeff")?.description
        == "00112233445566778899aabbccddeeff")
    for text in ["", "00", id.description + "0", "00112233445566778899AABBCCDDEEFF", "é"] {
      #expect(KeyID(text) == nil)
    }
  }
}
