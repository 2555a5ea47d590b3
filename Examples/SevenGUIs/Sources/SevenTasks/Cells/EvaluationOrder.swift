/// The order in which cells are evaluated after a change: a cell comes after those that it reads.
enum EvaluationOrder {
  /// Returns the cells that can be reached from `start`, in groups; cells of one group read one another.
  ///
  /// Tarjan's algorithm, with a stack of its own, because a chain may be as long as the sheet has cells.
  static func groups(from start: CellID, readers: [CellID: Set<CellID>]) -> [[CellID]] {
    var search = Search(readers: readers)
    search.enter(start)
    while let step = search.path.popLast() { search.go(on: step) }
    return search.groups.reversed()
  }
}

private struct Search {
  struct Step {
    let id: CellID
    let number: Int
    var next: Set<CellID>.Iterator
  }

  let readers: [CellID: Set<CellID>]
  var path: [Step] = []
  var groups: [[CellID]] = []
  /// The number of each cell that was found, in the order of finding.
  private var numbers: [CellID: Int] = [:]
  /// By number: the lowest number that can be reached, among those without a group.
  private var lowest: [Int] = []
  private var hasGroup: [Bool] = []
  private var ungrouped: [CellID] = []

  init(readers: [CellID: Set<CellID>]) {
    self.readers = readers
  }

  mutating func enter(_ id: CellID) {
    let number = lowest.count
    numbers[id] = number
    lowest.append(number)
    hasGroup.append(false)
    ungrouped.append(id)
    path.append(Step(id: id, number: number, next: (readers[id] ?? []).makeIterator()))
  }

  mutating func go(on step: Step) {
    var step = step
    if let reader = step.next.next() {
      path.append(step)
      if let known = numbers[reader] {
        if !hasGroup[known] { lowest[step.number] = min(lowest[step.number], known) }
      } else {
        enter(reader)
      }
      return
    }
    if let before = path.last { lowest[before.number] = min(lowest[before.number], lowest[step.number]) }
    if lowest[step.number] == step.number { closeGroup(from: step.id) }
  }

  private mutating func closeGroup(from first: CellID) {
    var group: [CellID] = []
    while let id = ungrouped.popLast() {
      group.append(id)
      if let number = numbers[id] { hasGroup[number] = true }
      if id == first { break }
    }
    groups.append(group)
  }
}
