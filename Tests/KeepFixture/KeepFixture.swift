import Dispatch
import Foundation
import Millrace
import MillracePersistence

/// A file whose background operations are counted.
struct CountedFile: KeptStorage {
  let file: KeptFile
  let done = DispatchSemaphore(value: 0)

  var location: String { file.location }
  var kind: String { file.kind }
  func read() throws -> [UInt8]? { try file.read() }
  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
  func update(_ change: ([UInt8]?) throws -> [UInt8]?) throws { try file.update(change) }
  func setAside() throws -> String { try file.setAside() }
  // What a watch notices would be read before the write.
  func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject? { nil }

  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await file.perform {
      let value = work()
      done.signal()
      return value
    }
  }
}

/// Adds 1 to a kept set, and ends after a write has met another program's contents, while the home is busy.
@main
enum KeepFixture {
  @MainActor
  static func main() throws {
    let arguments = CommandLine.arguments
    let (path, theirs, exits) = (arguments[1], arguments[2], arguments[3] == "exit")
    let storage = CountedFile(file: .file(path))
    let store = Store(Set<Int>(), of: Int.self) { set, number in
      set.insert(number)
      return .none
    }
    store.keep(\.self, in: storage, merging: { $0.union($1) })
    try Data(theirs.utf8).write(to: URL(fileURLWithPath: path))
    store.send(1)
    // The write begins in a job of the home, which would wait for the home to be free.
    store.pump()
    storage.done.wait()
    if exits { exit(0) }
    print(store.state.count)
  }
}
