public import Foundation
public import Millrace

/// A recorded history as a test: it is replayed against today's code, and the first turn that diverges is
/// reported.
///
/// ```swift
/// @Test("The shop still does what it did on the day of the sale")
/// func sale() throws {
///   let replay = try Replay(contentsOf: saleHistory)
///   let divergence = try replay.divergence { stage in
///     try stage.add(Store(Shop(), flow: stage.flow, update: Shop.update))
///   }
///   #expect(divergence == nil)
/// }
/// ```
///
/// A ``HistoryRecorder`` writes histories. Everything that came from outside of a turn comes from the record
/// now, at its place: messages that were sent and posted, those of effects and subscriptions, the ends of
/// effects, and the time of effect queues. No body of an effect or subscription is run. Today's code must
/// produce everything else: the state after each turn, whether the message was handled, which effects
/// started, waited, were cancelled or dropped, and the messages that a turn sends.
///
/// The export of a journal, as `millrace journal export` writes it, is a history too. It says less: states
/// are compared at its snapshots, effects by their labels, ids and the names of their queues. The messages of
/// subscriptions come at their places. A durable effect that a start begins again begins at its place, too.
/// Each run of the program begins with new stores, which continue with the states of the previous one.
///
/// A history does not record locks, nor messages that a gate delays. A lock that today's code takes on the
/// stage's flow must be released there by itself, else the next turn cannot be taken. A message that a turn
/// has sent and a gate has delayed counts as not sent.
public struct Replay: Sendable {
  let history: ReadHistory

  /// The number of turns in the history.
  public let turnCount: Int
  /// True when the last line was cut off, as by a crash, and left out.
  public let isCutShort: Bool
  /// True when the recording was finished, so that nothing is missing at the end.
  public let isFinished: Bool

  /// Creates a replay of a history in a file.
  ///
  /// - Parameter url: The URL of a file that a ``HistoryRecorder`` has written, or of an export of a journal.
  /// - Throws: ``HistoryError`` when it cannot be read, or a line other than the last is broken.
  public init(contentsOf url: URL) throws(HistoryError) {
    let data = try HistoryError.catching({ try Data(contentsOf: url) }) {
      .notReadable(path: url.path, reason: $0)
    }
    try self.init(data)
  }

  /// Creates a replay of a history from its lines.
  ///
  /// - Parameter lines: The lines, as of ``HistoryRecorder/text`` or of an export of a journal.
  /// - Throws: ``HistoryError`` when a line other than the last is broken.
  public init(lines: String) throws(HistoryError) {
    try self.init(Data(lines.utf8))
  }

  init(_ data: Data) throws(HistoryError) {
    if let reader = try ExportReader(data) {
      history = reader.history
    } else {
      history = try HistoryReader(data).history
    }
    turnCount = history.turnCount
    isCutShort = history.isCutShort
    isFinished = history.isFinished
  }

  var isExport: Bool { history.isExport }

  /// The name of the recorded flow.
  public var flow: String { history.header.flow }

  /// The names of the recorded stores, in the order in which they were added to the recorder.
  public var stores: [String] {
    var names: [String] = []
    for entry in history.runs.joined() {
      if let name = entry.enteringStore, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the first recorded state of a store.
  ///
  /// Create the store with it when the recording began in the middle of the store's life.
  ///
  /// - Parameters:
  ///   - type: The type of the state, or of its recorded form.
  ///   - store: The store's name.
  /// - Throws: ``HistoryError/storeUnknown(store:known:)``,
  ///   ``HistoryError/notDecodable(line:store:part:type:reason:)``.
  public func firstState<State: Decodable>(
    _ type: State.Type = State.self, of store: String
  ) throws(HistoryError) -> State {
    for entry in history.runs.joined() where entry.hasState && entry.enteringStore == store {
      return try entry.value(.state, of: store)
    }
    throw .storeUnknown(store: store, known: stores)
  }

  // MARK: Replaying

  /// Replays the history and returns the first divergence of today's code from it; nil when there is none.
  ///
  /// - Parameters: As of ``run(environment:isolation:_:)``.
  /// - Throws: The error that `build` throws, or ``HistoryError``.
  public func divergence<Kept>(
    environment: StoreEnvironment = StoreEnvironment(), isolation: isolated (any Actor)? = #isolation,
    _ build: (ReplayStage) throws -> Kept
  ) throws -> ReplayDivergence? {
    try run(environment: environment, isolation: isolation, build).divergence
  }

  /// Replays the history up to its end or to the first turn that diverges.
  ///
  /// Cost: for each turn, its cost when live, and the decoding of its line.
  ///
  /// - Parameters:
  ///   - environment: The environment of the stores; the replay replaces its clock by one of its own.
  ///   - isolation: The stores' home.
  ///   - build: A closure that creates today's stores on the stage's flow, as the program did before the
  ///     recording began, and adds them to the stage. Its result is retained until the replay is over. An
  ///     export of a journal calls it once for each run of the program that the journal contains.
  /// - Throws: The error that `build` throws, or ``HistoryError`` when a store is missing, or a message or
  ///   state cannot be decoded as today's types.
  public func run<Kept>(
    environment: StoreEnvironment = StoreEnvironment(), isolation: isolated (any Actor)? = #isolation,
    _ build: (ReplayStage) throws -> Kept
  ) throws -> ReplayReport {
    var turns = 0
    var divergence: ReplayDivergence?
    var previous: ReplayStage?
    var queues: [String: [String: EffectQueue]] = [:]
    for entries in history.runs where divergence == nil {
      let stage = ReplayStage(self, environment: environment, isolation: isolation)
      let kept = try build(stage)
      try withExtendedLifetime(kept) {
        let run = try ReplayRun(self, stage, after: previous, queues: queues)
        divergence = try run.firstDivergence(in: entries)
        turns += run.turnsCompared
        queues = run.queues
      }
      previous = stage
    }
    return ReplayReport(
      turnsCompared: turns, turnCount: turnCount, isCutShort: isCutShort, divergence: divergence)
  }
}
