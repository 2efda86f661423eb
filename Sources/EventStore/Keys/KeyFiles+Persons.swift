package import Cryptography
import Foundation

/// Which person's key belongs to which name of the host's, as far as it has been read.
struct PersonNames {
  /// The ids of all key files read.
  var known: Set<KeyID> = []
  /// The ids of named persons.
  var ids: [Digest: KeyID] = [:]
  /// When the folder had last been changed as it was read, in seconds and nanoseconds; empty where
  /// that was so shortly before that the clock of the files may not tell a later change from it.
  var changed: [Int] = []
  /// Whether what interrupted writings left has been taken away.
  var isSwept = false
}

extension KeyFiles {
  /// A person's key: 32 bytes; `nil` where it was never made here or has been destroyed.
  ///
  /// Throws `insecureKeyFile` or `corrupted`. Reads one file.
  package func personKey(id: KeyID) throws -> [UInt8]? {
    let path = path(of: id)
    guard let file = try KeyFile.read(path) else { return nil }
    guard file.id == id else { throw wrongKind(path) }
    return file.secret
  }

  /// The key of the person whom the host's name, given as its keyed digest, stands for; `nil`
  /// where there is none.
  ///
  /// The first call reads every person's file, and so does any later one what has been added
  /// since, but only if the folder has changed; else O(1). Throws `insecureKeyFile` or `corrupted`.
  package func person(named name: Digest) throws -> KeyID? {
    try names.withLock { names in
      if let id = names.ids[name], try Folder.status(of: path(of: id)) != nil { return id }
      try readNames(into: &names)
      return names.ids[name]
    }
  }

  /// Makes a key for a person, on the disk when this returns. To be called only by the process
  /// that has the ledger open for writing.
  ///
  /// If the name has a key already, that one is returned. Throws the errors of the system.
  ///
  /// - Parameter name: the keyed digest of the host's name for the person; `nil` for a key that
  ///   nobody looks up by name.
  package func makePerson(named name: Digest?) throws -> (id: KeyID, secret: [UInt8]) {
    try names.withLock { names in
      if !names.isSwept { try removeLeftovers() }
      names.isSwept = true
      try readNames(into: &names)
      if let name, let id = names.ids[name], let secret = try personKey(id: id) {
        return (id, secret)
      }
      let id = try KeyID.random()
      let secret = try SecureRandom.bytes(count: 32)
      let file = KeyFile(kind: "person", id: id, secret: secret, name: name)
      try KeyFile.write(file, path(of: id), in: directory)
      names.known.insert(id)
      if let name { names.ids[name] = id }
      names.changed = try lastChange()
      return (id, secret)
    }
  }

  /// Destroys a person's key: overwrites its file, brings that to the disk, takes the file away.
  /// What was sealed with it can never be opened again here. That there is no such key is no
  /// error, so a destruction that was cut short is finished by another.
  package func destroyPerson(id: KeyID) throws {
    try names.withLock { names in
      try KeyFile.destroy(path(of: id), in: directory)
      names.known.remove(id)
      names.ids = names.ids.filter { $0.value != id }
    }
  }

  private func path(of id: KeyID) -> String { "\(directory)/person-\(id).key" }

  /// Reads the files that are new, and forgets those that are gone, if the folder has changed.
  private func readNames(into names: inout PersonNames) throws {
    let change = try lastChange()
    if names.changed == change { return }
    var present: Set<KeyID> = []
    for name in try Folder.names(in: directory) {
      guard name.hasPrefix("person-"), name.hasSuffix(".key"),
        let id = KeyID(name.dropFirst("person-".count).dropLast(".key".count))
      else { continue }
      present.insert(id)
      guard !names.known.contains(id), let file = try KeyFile.read(path(of: id)) else { continue }
      guard file.id == id else { throw wrongKind(path(of: id)) }
      if let digest = file.name { names.ids[digest] = id }
    }
    names.ids = names.ids.filter { present.contains($0.value) }
    names.known = present
    let isSettled = Date().timeIntervalSince1970 - Double(change[0]) > 2
    names.changed = isSettled ? change : []
  }

  private func lastChange() throws -> [Int] {
    guard let status = try Folder.status(of: directory + "/.") else {
      throw EventStoreError(
        .keyMissing, "The folder of the keys, \(directory), has gone. Restore it.")
    }
    #if canImport(Darwin)
      return [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
    #else
      return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #endif
  }
}
