import Flask
import Millrace
import Testing

/// A storage that fails when told so, and can be told what it has written.
final class BusStorage: ArchiveStorage {
  struct Fault: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  private struct Inner {
    var failsRead = false
    var failsWrite = false
    var failsRemove = false
    var writes = 0
  }

  let memory: MemoryArchives
  private let inner = Locked(Inner())

  init(_ memory: MemoryArchives = MemoryArchives(), failsRead: Bool = false, failsWrite: Bool = false) {
    self.memory = memory
    inner.withLock {
      $0.failsRead = failsRead
      $0.failsWrite = failsWrite
    }
  }

  /// The number of writes that it was asked for.
  var writes: Int { inner.withLock { $0.writes } }

  func failRemovals(_ fails: Bool) { inner.withLock { $0.failsRemove = fails } }
  func failWrites(_ fails: Bool) { inner.withLock { $0.failsWrite = fails } }

  func read(_ key: String) throws -> [UInt8]? {
    if inner.withLock({ $0.failsRead }) { throw Fault() }
    return memory.read(key)
  }

  func write(_ bytes: [UInt8], for key: String) throws {
    let fails = inner.withLock { inner in
      inner.writes += 1
      return inner.failsWrite
    }
    if fails { throw Fault() }
    memory.write(bytes, for: key)
  }

  func remove(_ key: String) throws {
    if inner.withLock({ $0.failsRemove }) { throw Fault() }
    memory.remove(key)
  }
  func setAside(_ key: String) throws -> String { memory.setAside(key) }
}

extension MemoryArchives {
  /// Returns what a new context finds under a name; nil if there is nothing.
  @MainActor
  func archived(_ name: String, key: String? = nil) -> BusState? {
    if contents[key ?? "Fx.1.\(name)"] == nil { return nil }
    return Flask(archives: self).newSubstance(definedBy: BusState.self, named: name, archive: true).state
  }
}
