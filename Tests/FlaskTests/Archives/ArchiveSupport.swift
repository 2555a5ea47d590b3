import Foundation
import Synchronization

@testable import Flask

struct ArchivePoint: Codable, Hashable, Sendable {
  var x = 0.0
  var name: String?
}

struct ArchiveCounter: Flask.State, Equatable {
  var counter = 0
  var title = ""
  var points: [String: ArchivePoint] = [:]
  var tags: [String] = []
}

/// The second version of a state; a test makes the first one by hand.
struct ArchiveRenamedV1: Codable {
  var count = 0
}

struct ArchiveRenamedV2: Codable {
  var total = 0
}

struct ArchiveRenamed: Flask.State, Equatable {
  var sum = 0
  var note = ""

  static var archiveVersion: Int { 3 }
  static var archiveMigrations: [ArchiveMigration] {
    [
      // The order they are written in is of no account.
      ArchiveMigration(from: 2) { (old: ArchiveRenamedV2) in ArchiveRenamed(sum: old.total, note: "2") },
      ArchiveMigration(from: 1) { (old: ArchiveRenamedV1) in ArchiveRenamedV2(total: old.count * 10) },
    ]
  }
}

/// Bytes of an archive with a checksum that is right, whatever is in it.
///
/// It is of the time before archives gave the name of their state.
func archiveBytes(
  key: String = "key", type: String = "ArchiveCounter", version: Int, _ state: String
) -> [UInt8] {
  archiveBytes(rest: #""key":"\#(key)","type":"\#(type)","version":\#(version),"state":"# + "\n\(state)\n}\n")
}

func archiveBytes(form: Int = 1, rest: String) -> [UInt8] {
  let sum = CRC32.of(Array(rest.utf8)[...]).hexadecimal
  return Array((#"{"flask":\#(form),"crc32":""# + sum + #"","# + rest).utf8)
}

/// A folder of its own for each test, which goes with it.
final class ArchiveFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("flask-\(UUID())", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var archives: FileArchives { FileArchives(directory: url) }
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
  var path: String { url.path }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }
}

/// A storage whose calls fail when told so, and which remembers the calls.
final class ArchiveFaultyStorage: ArchiveStorage {
  struct Fault: Error, CustomStringConvertible {
    var description: String { "No space left on device." }
  }

  struct Faults: OptionSet {
    let rawValue: Int
    static let read = Faults(rawValue: 1)
    static let write = Faults(rawValue: 2)
    static let remove = Faults(rawValue: 4)
    static let setAside = Faults(rawValue: 8)
  }

  private struct Inner {
    var faults: Faults
    var calls: [String] = []
  }

  let memory: MemoryArchives
  private let inner: Mutex<Inner>

  init(_ faults: Faults, memory: MemoryArchives = MemoryArchives()) {
    self.memory = memory
    inner = Mutex(Inner(faults: faults))
  }

  var calls: [String] { inner.withLock { $0.calls } }

  func set(_ faults: Faults) { inner.withLock { $0.faults = faults } }

  private func called(_ call: String, _ fault: Faults) throws {
    let fails = inner.withLock { inner in
      inner.calls.append(call)
      return inner.faults.contains(fault)
    }
    if fails { throw Fault() }
  }

  func read(_ key: String) throws -> [UInt8]? {
    try called("read", .read)
    return memory.read(key)
  }

  func write(_ bytes: [UInt8], for key: String) throws {
    try called("write \(String(decoding: bytes, as: UTF8.self))", .write)
    memory.write(bytes, for: key)
  }

  func remove(_ key: String) throws {
    try called("remove", .remove)
    memory.remove(key)
  }

  func setAside(_ key: String) throws -> String {
    try called("setAside", .setAside)
    return memory.setAside(key)
  }
}
