public import Foundation
public import Millrace

/// A recorded history as a test: it is replayed against today's code, and the first turn that diverges is reported.
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
/// A ``HistoryRecorder`` writes histories. What came from outside of a turn then, comes from the record now, at its
/// place: messages that were sent and posted, those of effects and subscriptions, the ends of effects, and the time that
/// effect queues go by. No body of an effect or subscription is run. Everything else must come by itself: the state after
/// each turn, whether the message was handled, which effects started, waited, were cancelled or dropped, and the messages
/// that a turn leads to.
///
/// A history says nothing of locks, nor of messages that a gate delays. A lock that today's code takes on the stage's
/// flow must be released there by itself, else the next turn takes none; and a message that one turn has sent and a
/// gate has delayed counts as one that was not sent.
public struct Replay: Sendable {
  let header: HistoryHeader
  let entries: [HistoryEntry]

  /// How many turns the history has.
  public let turnCount: Int
  /// Whether the last line was cut off in the middle, as by a crash; it is left out.
  public let isCutShort: Bool
  /// Whether the recording was finished, so that nothing is missing at the end.
  public let isFinished: Bool

  /// Reads a history from a file.
  ///
  /// - Parameter url: What a ``HistoryRecorder`` has written.
  /// - Throws: ``HistoryError`` when it cannot be read, or a line other than the last is broken.
  public init(contentsOf url: URL) throws(HistoryError) {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .notReadable(path: url.path, reason: CodingReason.text(error))
    }
    try self.init(data)
  }

  /// Reads a history from its lines.
  ///
  /// - Parameter lines: ``HistoryRecorder/text``.
  /// - Throws: ``HistoryError`` when a line other than the last is broken.
  public init(lines: String) throws(HistoryError) {
    try self.init(Data(lines.utf8))
  }

  init(_ data: Data) throws(HistoryError) {
    let reader = try HistoryReader(data)
    header = reader.header
    entries = reader.entries
    turnCount = reader.turnCount
    isCutShort = reader.isCutShort
    isFinished = reader.isFinished
  }

  /// The name of the flow that was recorded.
  public var flow: String { header.flow }

  /// The names of the stores that were recorded, in the order in which they were given to the recorder.
  public var stores: [String] {
    entries.compactMap { if case .store(let store) = $0.item { store.enters } else { nil } }
  }

  /// The first state of a store: what the recorder found when it was given the store.
  ///
  /// It is what to make the store with, where the recording began in the middle of the store's life.
  ///
  /// - Parameters:
  ///   - type: The type of the state, or of what was recorded of it.
  ///   - store: The store's name.
  /// - Throws: ``HistoryError/storeUnknown(store:known:)``,
  ///   ``HistoryError/notDecodable(line:store:part:type:reason:)``.
  public func firstState<State: Decodable>(
    _ type: State.Type = State.self, of store: String
  ) throws(HistoryError) -> State {
    for entry in entries {
      if case .store(let line) = entry.item, line.enters == store { return try entry.state(of: store) }
    }
    throw .storeUnknown(store: store, known: stores)
  }

  // MARK: Replaying

  /// Replays the history and tells where it first diverges from what today's code does; nil when it does not.
  ///
  /// - Parameters: As of ``run(environment:isolation:_:)``.
  /// - Throws: What `build` throws, or ``HistoryError``.
  public func divergence<Kept>(
    environment: StoreEnvironment = StoreEnvironment(), isolation: isolated (any Actor)? = #isolation,
    _ build: (ReplayStage) throws -> Kept
  ) throws -> ReplayDivergence? {
    try run(environment: environment, isolation: isolation, build).divergence
  }

  /// Replays the history up to its end or to the first turn that diverges.
  ///
  /// Cost: for each turn, what it costs live, and one reading of its line.
  ///
  /// - Parameters:
  ///   - environment: What the stores find in their environment; the clock is replaced by one of the replay's own.
  ///   - isolation: Where the stores live.
  ///   - build: Makes today's stores on the stage's flow, as the program did until the recording began, and adds them to
  ///     the stage. What it returns is kept alive until the replay is over.
  /// - Throws: What `build` throws, or ``HistoryError`` when a store is missing, or a message or state cannot be read as
  ///   today's types.
  public func run<Kept>(
    environment: StoreEnvironment = StoreEnvironment(), isolation: isolated (any Actor)? = #isolation,
    _ build: (ReplayStage) throws -> Kept
  ) throws -> ReplayReport {
    let stage = ReplayStage(self, environment: environment, isolation: isolation)
    let kept = try build(stage)
    return try withExtendedLifetime(kept) {
      let run = try ReplayRun(self, stage)
      return try run.report()
    }
  }
}

extension HistoryEntry {
  /// The state beside the line.
  func state<State: Decodable>(of store: String) throws(HistoryError) -> State {
    do {
      return try HistoryCoding.decoder().decode(HistoryState<State>.self, from: data).state
    } catch {
      throw .notDecodable(
        line: number, store: store, part: "state", type: "\(State.self)", reason: CodingReason.text(error))
    }
  }

  /// The message beside the line.
  func message<Message: Decodable>(of store: String) throws(HistoryError) -> Message {
    do {
      return try HistoryCoding.decoder().decode(HistoryMessage<Message>.self, from: data).message
    } catch {
      throw .notDecodable(
        line: number, store: store, part: "message", type: "\(Message.self)",
        reason: CodingReason.text(error))
    }
  }
}
