import Flask
import MillraceTesting
import Testing

/// Archives, and a bus that is paused or purged.
@Suite
@MainActor
final class BusArchivePauseTests: BusArchiveBench {
  @Test(
    "a state that is due while the bus is paused is saved when that goes on; by hand it can be saved before")
  func paused() async throws {
    set(1)
    await clock.waitForSleepers(count: 1)
    let lock = bench.flask.lock()
    jump(to: 2)
    await bench.flask.run()
    #expect(storage.contents.isEmpty)
    // What the context has to do for itself is not the application's to drop.
    #expect(bench.flask.purgeFluxQueue().isEmpty)
    lock.release()
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 1))

    let other = bench.flask.lock()
    set(2)
    #expect(substance.state.number == 1)
    try await substance.archiveNow()
    other.release()
    #expect(substance.state.number == 2)
  }

  @Test("purging what waits leaves the archives to come")
  func purgeQueue() async {
    let lock = bench.flask.lock(withMixer: BusMixers.add)
    var taken: FluxLock?
    bench.onReaction = { taken = $0.onLock }
    lock.release()
    #expect(taken == nil)
    var pause: FluxLock?
    _ = bench.flask.reactor(attachedTo: bench.owner, mixing: substance) { owner, _ in
      pause = owner.bench?.flask.lock()
    }
    set(3)
    bench.add()
    #expect(bench.flask.bus.waiting.map(\.kind) == [.archive, .chain])
    #expect(bench.flask.purgeFluxQueue().map(\.kind) == [.chain])
    #expect(bench.flask.bus.waiting.map(\.kind) == [.archive])
    pause?.release()
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 3))
  }
}
