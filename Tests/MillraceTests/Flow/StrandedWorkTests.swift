import Testing

@testable import Millrace

@Suite("Work on a flow without a home")
struct StrandedWorkTests {
  private static func begin(_ work: inout StrandedWork) -> Bool {
    work.hasWork = true
    return work.beginWatch()
  }

  @Test("One watch at a time observes what waits, and its result is reported once")
  func reportedOnce() {
    var work = StrandedWork()
    let idle = work.beginWatch()
    let first = Self.begin(&work)
    let second = Self.begin(&work)
    #expect(!idle && first && !second)
    let result = work.endWatch(work.watch, isStranded: true)
    #expect(result.isNew)
    let third = Self.begin(&work)
    #expect(!third, "it was reported, and no sequence is read")
  }

  @Test("Work that was taken before the watch ended is no standstill, and can be watched again")
  func taken() {
    var work = StrandedWork()
    let first = Self.begin(&work)
    let takings = work.takings
    work.taken()
    #expect(work.takings == takings + 1 && !work.hasWork)
    let quiet = work.endWatch(work.watch, isStranded: false)
    let second = Self.begin(&work)
    let result = work.endWatch(work.watch, isStranded: true)
    #expect(first && !quiet.isNew && second && result.isNew)
  }

  @Test("Sequences that wait are ended at each standstill, and are waited for less long")
  func readers() {
    let ended = Locked(0)
    var work = StrandedWork()
    #expect(work.patience == .seconds(5))
    for round in 1...2 {
      work.readers.append(.init(isSequence: true) { ended.withLock { $0 += 1 } })
      #expect(work.patience == .seconds(2))
      let isWatched = Self.begin(&work)
      let result = work.endWatch(work.watch, isStranded: true)
      #expect(isWatched && result.isNew == (round == 1))
      for end in result.ended { end() }
      #expect(ended.withLock { $0 } == round && work.readers.isEmpty)
    }
  }

  @Test("A sequence that begins to wait during a watch gets a shorter one of its own")
  func readerDuringWatch() {
    let ended = Locked(0)
    var work = StrandedWork()
    let isWatched = Self.begin(&work)
    let longer = work.watch
    work.readers.append(.init(isSequence: true) { ended.withLock { $0 += 1 } })
    let isShorter = work.beginWatch()
    let again = work.beginWatch()
    #expect(isWatched && isShorter && !again && work.patience == .seconds(2))
    let result = work.endWatch(work.watch, isStranded: true)
    for end in result.ended { end() }
    #expect(result.isNew && ended.withLock { $0 } == 1)
    let late = work.endWatch(longer, isStranded: true)
    #expect(!late.isNew && late.ended.isEmpty)
  }

  @Test("A program that takes turns by hand keeps its sequences, and no wait for the work of a send")
  func pumped() {
    var work = StrandedWork()
    for isSequence in [true, false] { work.readers.append(.init(isSequence: isSequence) {}) }
    work.isPumped = true
    let isWatched = Self.begin(&work)
    let result = work.endWatch(work.watch, isStranded: true)
    #expect(isWatched && result.ended.count == 1)
  }

  @Test("A home ends it for good")
  func home() {
    var work = StrandedWork()
    work.readers.append(.init(isSequence: true) {})
    work.hasWork = true
    work.endForGood()
    let isWatched = work.beginWatch()
    #expect(!isWatched && work.readers.isEmpty)
  }
}
