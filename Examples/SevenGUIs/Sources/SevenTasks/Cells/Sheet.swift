public import Millrace

/// The cells that are not empty, and who reads whom.
public struct Sheet: Equatable, Sendable {
  public struct Cell: Equatable, Sendable {
    public let source: String
    public internal(set) var value: CellValue
    let formula: Formula
    let reads: Set<CellID>
  }

  public let size: SheetSize
  public private(set) var cells = RowTable<CellID, Cell>()
  /// The cells that read a cell.
  private var readers: [CellID: Set<CellID>] = [:]

  public init(size: SheetSize = .standard) {
    self.size = size
  }

  public func source(at id: CellID) -> String { cells[id]?.source ?? "" }
  public func value(at id: CellID) -> CellValue? { cells[id]?.value }

  /// Writes a number, a text or a formula into a cell; an empty text empties it.
  ///
  /// Only cells that read a changed value are evaluated again. O(those, and what they read).
  ///
  /// - Returns: The evaluated cells.
  @discardableResult
  public mutating func write(_ source: String, at id: CellID) -> [CellID] {
    guard size.contains(id), source != self.source(at: id) else { return [] }
    let old = cells[id]
    for read in old?.reads ?? [] {
      readers[read]?.remove(id)
      if readers[read]?.isEmpty == true { readers[read] = nil }
    }
    if source.isEmpty {
      cells[id] = nil
    } else {
      let formula = Formula(source, in: size)
      let reads = formula.reads
      cells[id] = Cell(source: source, value: old?.value ?? .text(""), formula: formula, reads: reads)
      for read in reads { readers[read, default: []].insert(id) }
    }
    return propagate(from: id, isChanged: source.isEmpty || old == nil)
  }

  private mutating func propagate(from start: CellID, isChanged: Bool) -> [CellID] {
    var evaluated: [CellID] = []
    var stale: Set<CellID> = [start]
    for group in EvaluationOrder.groups(from: start, readers: readers) {
      let isCycle = group.count > 1 || readers[group[0]]?.contains(group[0]) == true
      // What was a cycle before the change may be none any more.
      guard group.contains(where: { stale.contains($0) || cells[$0]?.value == .error(.cycle) }) else {
        continue
      }
      for id in group {
        let isNew = evaluate(id, isCycle: isCycle)
        if cells.contains(id: id) { evaluated.append(id) }
        if isNew || (id == start && isChanged) { stale.formUnion(readers[id] ?? []) }
      }
    }
    return evaluated
  }

  /// Evaluates a cell; returns true if its value has changed.
  private mutating func evaluate(_ id: CellID, isCycle: Bool) -> Bool {
    guard let cell = cells[id] else { return false }
    let value = isCycle ? .error(.cycle) : cell.formula.value { cells[$0]?.value }
    if value == cell.value { return false }
    cells[id]?.value = value
    return true
  }
}
