import Cryptography
import Foundation

/// What one key file holds.
///
/// It is never described: descriptions and dumps of it say what kind of key it is and no more.
struct KeyFile: CustomStringConvertible, CustomReflectable {
  /// What the key is for: `signing`, `fingerprint`, `link` or `person`.
  let kind: String
  /// The key's name; only persons' keys have one.
  let id: KeyID?
  /// The key: 32 bytes.
  let secret: [UInt8]
  /// The keyed digest of the host's own name for the person, where the host gave one.
  let name: Digest?

  private static let firstLine = "daybook-key 1"
  private static let byteLimit = 512

  var description: String { "a key for \(kind)" }
  var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }

  /// The file's text.
  var text: String {
    var lines = [KeyFile.firstLine, "kind \(kind)"]
    if let id { lines.append("id \(id)") }
    lines.append("secret \(Hexadecimal.text(secret))")
    if let name { lines.append("name \(name)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads a file's text; `nil` for anything that `text` does not write.
  init?(text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func take(_ word: String) -> Substring? {
      guard let line = lines.first, line.hasPrefix(word + " ") else { return nil }
      lines.removeFirst()
      return line.dropFirst(word.count + 1)
    }
    guard lines.popFirst() == KeyFile.firstLine[...], let kind = take("kind") else { return nil }
    let id = take("id").map { KeyID($0) }
    guard let digits = take("secret"), let secret = Hexadecimal.bytes(digits), secret.count == 32
    else { return nil }
    let name = take("name").map { Hexadecimal.bytes($0).flatMap { Digest($0) } }
    guard Array(lines) == [""], id != .some(nil), name != .some(nil),
      (kind == "person") == (id != nil), kind == "person" || name == nil
    else { return nil }
    self.init(kind: String(kind), id: id ?? nil, secret: secret, name: name ?? nil)
  }

  init(kind: String, id: KeyID? = nil, secret: [UInt8], name: Digest? = nil) {
    self.kind = kind
    self.id = id
    self.secret = secret
    self.name = name
  }

  /// Reads a file; `nil` where there is none, or where its destruction has begun.
  ///
  /// Throws `insecureKeyFile` where others than its owner may read it, `corrupted` where it is no
  /// key file.
  static func read(_ path: String) throws -> KeyFile? {
    guard try Folder.status(of: path) != nil else { return nil }
    let file = try OpenFile(path, O_RDONLY)
    try KeyFile.requirePrivate(try file.status(), path)
    let bytes = try file.read(upTo: byteLimit)
    if !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) { return nil }
    guard let key = KeyFile(text: String(decoding: bytes, as: UTF8.self)) else {
      throw EventStoreError(
        .corrupted, "\(path) is not a key file. Restore it from where the keys are kept.")
    }
    return key
  }

  /// Writes a new file, of which all or nothing is on the disk, and all when this returns.
  static func write(_ key: KeyFile, _ path: String, in folder: String) throws {
    let unfinished = path + KeyFile.unfinishedSuffix
    try Folder.remove(unfinished)
    do {
      let file = try OpenFile(unfinished, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(Array(key.text.utf8))
      try file.synchronize()
    }
    try Folder.rename(unfinished, to: path)
    try Folder.synchronize(folder)
  }

  /// Overwrites a file with zeros, brings them to the disk, and takes the file away; that there is
  /// none is no error.
  static func destroy(_ path: String, in folder: String) throws {
    if let status = try Folder.status(of: path) {
      let file = try OpenFile(path, O_WRONLY)
      try file.write([UInt8](repeating: 0, count: Int(status.st_size)))
      try file.synchronize()
      try Folder.remove(path)
    }
    try Folder.synchronize(folder)
  }

  /// Ends the name of a file that is being written.
  static let unfinishedSuffix = ".new"

  /// Throws `insecureKeyFile` where anybody but the owner has a right.
  static func requirePrivate(_ status: stat, _ path: String) throws {
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw EventStoreError(
        .insecureKeyFile,
        "\(path) has mode \(mode), so others than its owner can reach the key. Run chmod "
          + "go-rwx on it, and consider who may have read it.")
    }
  }
}
