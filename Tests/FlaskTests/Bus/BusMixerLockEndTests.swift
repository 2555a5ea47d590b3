import Flask
import Testing

/// The ends of locks with a mixer: no way leaves the bus paused for ever.
@MainActor
struct BusMixerLockEndTests {
  @Test(
    "a mix without a reactor, one that aborts, or one that no substance defines leaves no lock behind",
    arguments: [
      (BusMixers.still, ["lockDropped"]), (.refuse, ["lockDropped"]),
      (.unresolved, ["mixerUnresolved", "lockDropped"]), (.unknown, ["mixerNotHeard", "lockDropped"]),
    ], [false, true])
  func nobody(mixer: (BusMixers, [String]), autorelease: Bool) async {
    let bench = BusBench()
    bench.flask.lock(withMixer: mixer.0, autorelease: autorelease)
    bench.flask.lock(withMixer: BusMixers.add, autorelease: true)
    bench.add(10)
    await bench.settle()
    #expect(bench.app.state.number == 11)
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.problems == (autorelease ? mixer.1.dropLast() : mixer.1))
  }

  @Test(
    "the lock is shut for as long as it is held, or until the reactions are over with autorelease",
    arguments: [false, true], [false, true])
  func holders(autorelease: Bool, isKeptInReaction: Bool) async {
    for isKeptByCaller in [false, true] {
      let bench = BusBench()
      var taken: FluxLock?
      bench.onReaction = { if isKeptInReaction { taken = $0.onLock } }
      var handle: FluxLock? = bench.flask.lock(withMixer: BusMixers.add, autorelease: autorelease)
      if !isKeptByCaller { handle = nil }
      await bench.settle()
      let isHeld = isKeptInReaction || (isKeptByCaller && !autorelease)
      #expect(bench.flask.bus.isLocked == isHeld)
      #expect(bench.problems == (isHeld || autorelease ? [] : ["lockDropped"]))
      taken?.release()
      handle?.release()
      #expect(!bench.flask.bus.isLocked)
      bench.add()
      #expect(bench.app.state.number == 2)
    }
  }

  @Test("autorelease() in a reaction releases a lock that was made for it")
  func autoreleaseInReaction() {
    let bench = BusBench()
    bench.onReaction = { $0.onLock?.autorelease() }
    let lock = bench.flask.lock(withMixer: BusMixers.add, autorelease: true)
    #expect(!lock.isLocked)
    let other = bench.flask.lock(withMixer: BusMixers.add)
    #expect(other.isLocked)
    other.release()
  }

  // MARK: Removing and purging

  @Test("removeLocks releases the locks of mixes that have not been made, which are made without")
  func removeLocks() {
    let bench = BusBench()
    let locks = [1, 10, 100].map { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": $0]) }
    bench.add(1000)
    bench.flask.removeLocks()
    #expect(bench.app.state.number == 1111)
    #expect(locks.allSatisfy { !$0.isLocked })
    #expect(!bench.flask.bus.isLocked)
    #expect(bench.errors.isEmpty)
  }

  @Test("purging drops the mixes that wait for another's lock, and releases theirs")
  func purge() {
    let bench = BusBench()
    let locks = [1, 10, 100].map { bench.flask.lock(withMixer: BusMixers.add, payload: ["by": $0]) }
    locks[1].release()
    bench.add(1000)
    #expect(bench.flask.purgeFluxQueue().map(\.kind) == [.chain, .mixer("add"), .mixer("add")])
    #expect(locks.map(\.isLocked) == [true, false, false])
    locks[0].release()
    #expect(bench.app.state.number == 1)
    #expect(!bench.flask.bus.isLocked)
    bench.flask.lock(withMixer: BusMixers.add).release()
    #expect(bench.app.state.number == 2)
    #expect(bench.errors.isEmpty)
  }
}
