import Synchronization
import Testing

@testable import NotesLibrary

struct Unreachable: Error, Hashable {}

/// Values that were written down on any thread.
final class Notebook<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

@Suite("The link to the server")
struct ServerLinkTests {
  @Test("Whoever waits goes on when it is opened, and at once while it is open")
  func open() async throws {
    let link = ServerLink()
    async let first = link.waitUntilOpen()
    async let second = link.waitUntilOpen()
    link.open()
    #expect(try await [first, second] == [1, 1])
    #expect(try await link.waitUntilOpen() == 1)
  }

  @Test("Whoever is cancelled does not wait any more", arguments: [false, true])
  func cancelled(isEarly: Bool) async {
    let link = ServerLink()
    let (never, keeper) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // Nothing comes of it but the end that a cancellation is.
      if isEarly { for await _ in never {} }
      try await link.waitUntilOpen()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    keeper.finish()
  }

  @Test("Who could not reach the server closes it once, and only if it was not opened again since")
  func lost() async throws {
    let reasons = Notebook<Unreachable>()
    let link = ServerLink { error in if let error = error as? Unreachable { reasons.add(error) } }
    link.open()
    let opening = try await link.waitUntilOpen()
    link.lost(opening, Unreachable())
    link.lost(opening, Unreachable())
    #expect(reasons.all.count == 1)
    link.open()
    link.lost(opening, Unreachable())
    #expect(reasons.all.count == 1)
    #expect(try await link.waitUntilOpen() == 2)
    link.close()
    link.lost(2, Unreachable())
    #expect(reasons.all.count == 1, "what was closed on purpose was not lost")
  }
}
