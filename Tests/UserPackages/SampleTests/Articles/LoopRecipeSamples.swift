import Foundation
import Millrace
import Testing

/// *A foreign event loop*, complete: `poll` on a pipe.
enum LoopRecipe {
  /// Wakes a thread that waits in `poll`, from any thread.
  nonisolated final class Wakeup: Sendable {
    private let reading: Int32
    private let writing: Int32

    init?() {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      reading = ends[0]
      writing = ends[1]
    }

    deinit {
      close(reading)
      close(writing)
    }

    func ring() {
      var byte: UInt8 = 1
      _ = write(writing, &byte, 1)
    }

    func wait() {
      var watched = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, -1) > 0 else { return }
      var bytes: [UInt8] = Array(repeating: 0, count: 64)
      _ = read(reading, &bytes, bytes.count)
    }
  }

  nonisolated enum CounterMessage: Sendable {
    case load
    case loaded(Int)
  }

  /// Takes the turns of a store on this thread until it has loaded.
  nonisolated static func runLoop(_ wakeup: Wakeup, loading: @escaping @Sendable () async -> Int) -> Int {
    let store = Store(0, of: CounterMessage.self, isolation: nil) { count, message in
      switch message {
      case .load: return .run(label: "load") { send in await send(.loaded(await loading())) }
      case .loaded(let loaded): count = loaded
      }
      return .none
    }
    store.flow.setPostHandler { wakeup.ring() }  // called on the thread that posts

    store.send(.load, isolation: nil)
    while store.state == 0 {
      wakeup.wait()
      store.pump()
    }
    return store.state
  }
}

@Suite("A foreign event loop") struct LoopRecipeSamples {
  @Test("An effect wakes the loop, which takes its turn")
  func loop() async throws {
    let wakeup = try #require(LoopRecipe.Wakeup())
    let count = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: LoopRecipe.runLoop(wakeup) { 42 }) }
    }
    #expect(count == 42)
  }
}
