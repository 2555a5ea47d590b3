import Foundation
import Testing

@testable import HTTPDaemon

@Suite("The loop")
struct LoopTests {
  /// Counts on a loop, and notes on which threads.
  private final class Counter {
    var count = 0
    var threads: Set<ObjectIdentifier> = []

    func add() {
      count += 1
      threads.insert(ObjectIdentifier(Thread.current))
    }
  }

  @Test("What many tasks do on a loop is done one after another, on one thread")
  func oneThread() async throws {
    let counter = try await Resident(on: ServerLoop()) { _ in Counter() }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            await counter.use { counter, _ in counter.add() }
          }
        }
      }
    }
    #expect(await counter.use { counter, _ in counter.count } == 4000)
    #expect(await counter.use { counter, _ in counter.threads.count } == 1)
  }

  @Test("What is called on the loop's thread knows that it is there")
  func isolation() async throws {
    let loop = try ServerLoop()
    let seen = await loop.assume { loop in loop.assumeIsolated { _ in true } }
    #expect(seen)
  }

  /// An object that a loop waits for and that reports the end of the loop's executor.
  private final class Leash: LoopSource {
    private let gone: AsyncStream<Void>.Continuation

    init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }

    deinit { gone.finish() }

    func run() {}

    func wait(forReading descriptor: Int32) {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, -1)
    }
  }

  @Test("The thread of a loop ends with the loop")
  func end() async throws {
    let (end, gone) = AsyncStream.makeStream(of: Void.self)
    do {
      let loop = try ServerLoop()
      await loop.assume { $0.wait(for: Leash(gone)) }
    }
    for await _ in end {}
  }
}

extension ServerLoop {
  fileprivate func assume<Result: Sendable>(_ body: @Sendable (isolated ServerLoop) -> Result) -> Result {
    body(self)
  }
}
