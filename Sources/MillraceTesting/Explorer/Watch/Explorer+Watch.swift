import Dispatch
import Millrace
import Synchronization

/// The caller of an exploration, who receives one result: that of the exploring thread, or, if that stands
/// still, that of its watch.
final class ExplorationAnswer: Sendable {
  private let continuation: Locked<CheckedContinuation<Exploration, Never>?>

  init(_ continuation: CheckedContinuation<Exploration, Never>) {
    self.continuation = Locked(continuation)
  }

  func give(_ exploration: Exploration) {
    continuation.withLock { $0.take() }?.resume(returning: exploration)
  }
}

extension Explorer {
  typealias Scenario = @Sendable (isolated World) throws -> Void

  /// Explores on the calling thread while another one watches it; if it stands still, that one gives the
  /// answer.
  func watched(
    _ place: String, _ identity: UInt64, _ scenario: @escaping Scenario, _ answer: ExplorationAnswer,
    _ explore: (RunRecord) -> Exploration
  ) -> Exploration {
    let record = RunRecord(place: place, steps: limits.steps, identity: identity)
    if let limit = limits.step {
      let start = ContinuousClock.now
      StepWatch.shared.begin(record, limit: limit, tell: progress) { [record] position in
        record.removeFile()
        tellStory(of: position, scenario) { story in
          var exploration = Exploration()
          exploration.runs = max(0, record.runs.load(ordering: .relaxed) - 1)
          exploration.duration = start.duration(to: .now)
          exploration.finding = Finding(
            problem: .stuck(position.activity), schedule: Schedule(position.schedule) ?? Schedule(),
            story: story)
          answer.give(exploration)
        }
      }
    }
    defer { _ = StepWatch.shared.end(record) }
    return CrashNote.watching(record) { explore(record) }
  }

  /// Repeats a run up to the step that has not returned, on a thread of its own, and passes its story on.
  private func tellStory(
    of position: RunPosition, _ scenario: @escaping Scenario, _ tell: @escaping @Sendable (Story) -> Void
  ) {
    guard let schedule = position.before else { return tell(Story()) }
    let place = position.place
    DispatchQueue(label: "Explorer story").async {
      let record = RunRecord(place: place, steps: limits.steps)
      let isTold = Locked(false)
      @Sendable func tellOnce(_ story: Story) {
        let isFirst = isTold.withLock { isTold in
          defer { isTold = true }
          return !isTold
        }
        if isFirst { tell(story) }
      }
      // Another thread may keep from it for ever what it needs.
      StepWatch.shared.begin(record, limit: limits.step ?? .seconds(10), tell: nil) { _ in tellOnce(Story()) }
      tellOnce(repeating(schedule, position.phase, scenario, record).story)
      _ = StepWatch.shared.end(record)
    }
  }

  /// Repeats a run with its story, without a look at the rules: one of them may be what did not return.
  private func repeating(
    _ schedule: Schedule, _ phase: RunPosition.Phase, _ scenario: @escaping Scenario, _ record: RunRecord
  ) -> Run.Result {
    var run = Run(explorer: self, scenario: scenario, record: record)
    run.recordsStory = true
    run.skipsRules = true
    run.leavesTasks = phase == .closing
    var search = ReplaySearch(schedule)
    return run.go(&search)
  }

  /// Tells of an earlier process that ended in this exploration: the story of the run up to there.
  ///
  /// Nothing is told of a scenario that has other names, or in which that run is not possible: it is another
  /// one, or has changed.
  func tellOfLeftRun(
    at place: String, _ identity: UInt64, _ scenario: @escaping Scenario, _ record: RunRecord
  ) {
    guard let position = LeftRecords.take(identity), position.place == place else { return }
    var story = Story()
    if let before = position.before {
      let result = repeating(before, position.phase, scenario, record)
      guard record.names == position.names, position.isPossible(after: result) else { return }
      story = result.story
    }
    let cause =
      position.fault == .own
      ? "" : " No fault of its thread was seen: it may have been ended from outside, or by `exit`."
    StandardError.write(
      """
      \(place): the process that explored this before ended in \(position.activity).\(cause)
      To replay the run up to there: Explorer(.replay("\(position.schedule)"))
      \(story)
      """)
  }
}

extension RunPosition {
  /// Returns true when a run, repeated without the last step, has the fiber of that step under its number.
  ///
  /// At the end of a run, any of its fibers may go on.
  fileprivate func isPossible(after result: Run.Result) -> Bool {
    if phase == .closing { return result.fibers.contains { $0.hasPrefix(fiber) } }
    if case .wrong(let problem) = result.outcome, !problem.isOfOrder { return false }
    for case .fiber(let ordinal) in (Schedule(schedule)?.decisions ?? []).reversed() {
      // The record may have cut a long name.
      return ordinal < result.fibers.count && result.fibers[ordinal].hasPrefix(fiber)
    }
    return true
  }
}
