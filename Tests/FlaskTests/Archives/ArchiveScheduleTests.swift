import Testing

@testable import Flask

@Suite("When a state is archived")
struct ArchiveScheduleTests {
  private func seconds(_ value: Double) -> Duration { .seconds(value) }

  @Test("a state is saved when it has been at rest for the delay, with one wake at a time")
  func idle() {
    var schedule = ArchiveSchedule(delay: .seconds(2), patience: .seconds(30))
    #expect(schedule.changed(at: .seconds(10)) == .wake(after: .seconds(2)))
    #expect(schedule.changed(at: .seconds(11)) == .none)
    #expect(schedule.due(at: .seconds(12)) == .wake(after: .seconds(1)))
    #expect(schedule.hasUnsavedChanges)
    #expect(schedule.due(at: .seconds(13)) == .save)
    #expect(schedule.hasUnsavedChanges)
    #expect(schedule.saved() == .none)
    #expect(!schedule.hasUnsavedChanges)
    #expect(schedule.due(at: .seconds(14)) == .none)
  }

  @Test("a state that never rests is saved when the patience is over")
  func restless() {
    var schedule = ArchiveSchedule(delay: .seconds(2), patience: .seconds(5))
    var saves: [Int] = []
    var wake: Int?
    for now in 0..<20 {
      var actions: [ArchiveSchedule.Action] = []
      if wake == now {
        wake = nil
        actions.append(schedule.due(at: .seconds(now)))
      }
      actions.append(schedule.changed(at: .seconds(now)))
      for action in actions {
        switch action {
        case .none: break
        case .wake(let time): wake = now + Int(time.components.seconds)
        case .save:
          saves.append(now)
          #expect(schedule.saved() == .none)
        }
      }
    }
    #expect(saves == [5, 10, 15])
  }

  @Test("without a delay every change is saved at once, but one save at a time")
  func atOnce() {
    var schedule = ArchiveSchedule(delay: .zero, patience: .zero)
    #expect(schedule.changed(at: .zero) == .save)
    #expect(schedule.changed(at: .zero) == .none)
    #expect(schedule.changed(at: .zero) == .none)
    #expect(schedule.saved() == .save)
    #expect(schedule.saved() == .none)
    #expect(!schedule.hasUnsavedChanges)
  }

  @Test("what becomes due while a save is under way is saved after it")
  func dueMeanwhile() {
    var schedule = ArchiveSchedule(delay: .seconds(1), patience: .seconds(9))
    #expect(schedule.changed(at: .zero) == .wake(after: .seconds(1)))
    #expect(schedule.due(at: .seconds(1)) == .save)
    #expect(schedule.changed(at: .seconds(2)) == .wake(after: .seconds(1)))
    #expect(schedule.due(at: .seconds(3)) == .none)
    #expect(schedule.saved() == .save)
    #expect(schedule.saved() == .none)
  }

  @Test("a failed save is tried again, each time later, up to five minutes")
  func failing() {
    var schedule = ArchiveSchedule(delay: .seconds(2), patience: .seconds(30))
    var now = Duration.zero
    _ = schedule.changed(at: now)
    now += .seconds(2)
    #expect(schedule.due(at: now) == .save)
    var pauses: [Duration] = []
    for _ in 0..<12 {
      guard case .wake(let pause) = schedule.failed(at: now) else {
        Issue.record("no wake")
        return
      }
      pauses.append(pause)
      // Further changes do not make it come sooner.
      #expect(schedule.changed(at: now) == .none)
      now += pause
      #expect(schedule.due(at: now) == .save)
    }
    let expected = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300].map { Duration.seconds($0) }
    #expect(pauses == expected)
    #expect(schedule.saved() == .none)
    #expect(schedule.changed(at: now) == .wake(after: .seconds(2)))
  }

  @Test("a save by hand takes the changes so far, and ends the pause after a failure")
  func byHand() {
    var schedule = ArchiveSchedule(delay: .seconds(2), patience: .seconds(30))
    _ = schedule.changed(at: .zero)
    schedule.began()
    #expect(schedule.saved() == .none)
    #expect(schedule.due(at: .seconds(2)) == .none)
    _ = schedule.changed(at: .seconds(10))
    #expect(schedule.due(at: .seconds(12)) == .save)
    for _ in 0..<9 {
      _ = schedule.failed(at: .seconds(12))
      schedule.began()
    }
    #expect(schedule.failed(at: .seconds(12)) == .none, "the wake that is outstanding comes soon enough")
    schedule.began()
    #expect(schedule.saved() == .none)
    #expect(!schedule.hasUnsavedChanges)
  }

  @Test("a wake that lies too far ahead after a failure gives way to an earlier one")
  func earlier() {
    var schedule = ArchiveSchedule(delay: .seconds(100), patience: .seconds(100))
    _ = schedule.changed(at: .zero)
    #expect(schedule.due(at: .seconds(100)) == .save)
    #expect(schedule.failed(at: .seconds(100)) == .wake(after: .seconds(100)))
    #expect(schedule.due(at: .seconds(200)) == .save)
    #expect(schedule.failed(at: .seconds(200)) == .wake(after: .seconds(200)))
    schedule.began()
    #expect(schedule.saved() == .none)
    #expect(schedule.changed(at: .seconds(201)) == .wake(after: .seconds(100)))
  }

  @Test("a negative or absurd delay is brought within bounds")
  func bounds() {
    var never = ArchiveSchedule(delay: .seconds(-5), patience: .seconds(-9))
    #expect(never.changed(at: .zero) == .save)
    let huge = ArchiveSchedule(delay: .seconds(Int64.max), patience: .seconds(1))
    #expect(huge.delay == .seconds(86_400) && huge.patience == .seconds(86_400))
    var sound = huge
    #expect(sound.changed(at: .seconds(Int64.max)) == .wake(after: .seconds(86_400)))
    let swapped = ArchiveSchedule(delay: .seconds(9), patience: .seconds(1))
    #expect(swapped.patience == .seconds(9))
  }

  @Test("whatever happens, no change waits longer than the patience, the saves and the pauses allow")
  func property() {
    for seed in UInt64(0)..<300 {
      var random = SeededRandom(seed)
      var schedule = ArchiveSchedule(
        delay: .seconds(Int.random(in: 0...3, using: &random)),
        patience: .seconds(Int.random(in: 0...8, using: &random)))
      var now = Duration.zero
      var wake: Duration?
      var state = 0
      // What each save under way has taken, the oldest first, and what is on the disk.
      var underWay: [Int] = []
      var onDisk = 0
      func carryOut(_ action: ArchiveSchedule.Action) {
        switch action {
        case .none: break
        case .wake(let time):
          #expect(time > .zero, "seed \(seed)")
          wake = now + time
        case .save:
          #expect(underWay.isEmpty, "seed \(seed)")
          underWay.append(state)
        }
      }
      for step in 0..<200 {
        let isEnd = step >= 150
        switch isEnd ? 3 : Int.random(in: 0..<5, using: &random) {
        case 0:
          state += 1
          carryOut(schedule.changed(at: now))
        case 1 where !underWay.isEmpty:
          underWay.removeFirst()
          carryOut(schedule.failed(at: now))
        case 2: now += .seconds(1)
        case _ where !underWay.isEmpty:
          onDisk = max(onDisk, underWay.removeFirst())
          carryOut(schedule.saved())
        default:
          now = max(now, wake ?? now)
        }
        if let time = wake, time <= now {
          wake = nil
          carryOut(schedule.due(at: now))
        }
        #expect(
          schedule.hasUnsavedChanges == (onDisk < state || !underWay.isEmpty), "seed \(seed), step \(step)")
      }
      #expect(onDisk == state, "seed \(seed)")
    }
  }
}
