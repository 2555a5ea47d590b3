/// The turns that pass a filter, found step by step and extended when further turns arrive.
public struct FilteredTurns: Sendable {
  public let filter: TurnFilter
  /// The places of the found turns in the index.
  public private(set) var places = ChunkedArray<UInt32>()
  /// The number of turns of the index that were judged.
  public private(set) var judged = 0

  /// Creates a list that has judged nothing.
  public init(_ filter: TurnFilter) { self.filter = filter }

  /// True when all turns of an index were judged.
  public func isComplete(for index: HistoryIndex) -> Bool { judged >= index.turns.count }

  /// Judges further turns.
  ///
  /// - Parameters:
  ///   - index: The index, of now.
  ///   - limit: The maximum number of turns whose contents are asked for.
  ///   - contents: A closure that judges a turn by its contents, at its place in the index; called where the
  ///     index cannot tell.
  public mutating func extend(
    _ index: HistoryIndex, limit: Int, contents: (Int) throws(InspectorProblem) -> Bool
  ) throws(InspectorProblem) {
    guard let entries = EntryFilter(filter, index) else {
      judged = index.turns.count
      return
    }
    var asked = 0
    while judged < index.turns.count, asked < limit {
      if entries.passes(index.turns[judged]) {
        if filter.needsContents {
          asked += 1
          if try contents(judged) { places.append(UInt32(judged)) }
        } else {
          places.append(UInt32(judged))
        }
      }
      judged += 1
    }
  }

  /// Notes the verdict about turns that another way has found: those of `found`, up to `place`.
  public mutating func take(_ found: [Int], through place: Int) {
    for one in found { places.append(UInt32(one)) }
    judged = max(judged, place)
  }

  /// The first place in this list at or after a turn.
  public func place(atOrAfter turn: UInt64, in index: HistoryIndex) -> Int {
    places.firstPlace { index.turns[Int($0)].number >= turn }
  }
}
