import Millrace
import MillraceToolkit

/// The insides of a machine for tools: its rows and charts, how often each was taken, and the states that are
/// active.
struct MachineFacts<Input, State> {
  let rows: [TransitionRow<Input, State>?]
  let coverage: MachineCoverage?
  let state: State

  private typealias Node = FactDiagram.Node
  private typealias Edge = FactDiagram.Edge

  var facts: StoreFacts {
    let charts = charts
    return StoreFacts(
      dialect: "Harvest",
      tables: [rowTable] + charts.map(transitionTable) + (coverage.map { [coverageTable($0)] } ?? []),
      diagram: diagram(charts))
  }

  /// The charts of the machine, each once.
  private var charts: [ChartView<State>] {
    var seen: Set<ObjectIdentifier> = []
    return rows.compactMap { $0?.chart }.filter { seen.insert(ObjectIdentifier($0.log)).inserted }
  }

  // MARK: Tables

  private var rowTable: FactTable {
    FactTable(
      "Rows", columns: ["Number", "Row", "To", "Taken"],
      of: rows.indices.filter { rows[$0]?.chart == nil },
      marked: { coverage?.rows.last == [$0] },
      row: { index in
        let row = rows[index]
        return [
          "\(index + 1)", row.map { "\($0.input.name) | \($0.from.name)" } ?? "a closure",
          row?.target?.title ?? "", coverage.map { "\($0.rows[index])" } ?? "",
        ]
      })
  }

  private func transitionTable(_ chart: ChartView<State>) -> FactTable {
    let counts = coverage?.counts(of: chart.log)
    return FactTable(
      "Transitions", columns: ["Transition", "Taken"], of: Array(chart.arrows().enumerated()),
      marked: { counts?.last.contains($0.offset) ?? false },
      row: { index, arrow in [arrow.text, counts.map { "\($0[index])" } ?? ""] })
  }

  private func coverageTable(_ coverage: MachineCoverage) -> FactTable {
    let transitions = charts.reduce(0) { $0 + $1.arrows().count }
    let plain = rows.indices.filter { rows[$0]?.chart == nil }
    let covered =
      plain.count { coverage.rows[$0] > 0 }
      + charts.reduce(0) { $0 + coverage.counts(of: $1.log).taken.count }
    return FactTable(
      "Coverage", columns: ["Inputs", "Accepted", "Rejected", "Rows", "Rows taken"], of: [coverage],
      row: { _ in
        [
          "\(coverage.accepted + coverage.rejected)", "\(coverage.accepted)", "\(coverage.rejected)",
          "\(plain.count + transitions)", "\(covered)",
        ]
      })
  }

  // MARK: Diagram

  private func diagram(_ charts: [ChartView<State>]) -> FactDiagram? {
    var nodes: [Node] = []
    var edges: [Edge] = []
    for (number, table) in tables.enumerated() {
      let (places, arrows) = diagram(of: table, prefix: number == 0 ? "" : "table \(number + 1) ")
      nodes += places
      edges += arrows
    }
    for (number, chart) in charts.enumerated() {
      let (places, arrows) = diagram(of: chart, prefix: "chart \(number + 1) ")
      nodes += places
      edges += arrows
    }
    return nodes.isEmpty ? nil : FactDiagram(nodes: nodes, edges: edges)
  }

  /// The tables of the machine and of its parts: the numbers of those rows that name their target.
  private var tables: [[Int]] {
    var tables: [[Int]] = []
    var places: [[ObjectIdentifier]: Int] = [:]
    for index in rows.indices {
      guard let row = rows[index], row.chart == nil, let target = row.target else { continue }
      if let place = places[target.table] {
        tables[place].append(index)
      } else {
        places[target.table] = tables.count
        tables.append([index])
      }
    }
    return tables
  }

  /// The states that a table's rows name, the present one, and a transition for each row.
  private func diagram(of table: [Int], prefix: String) -> (nodes: [Node], edges: [Edge]) {
    let whole = state
    let state = table.first.flatMap { rows[$0]?.target?.present(in: whole) }
    let present = state.map { FactText.line("\($0)") }
    var nodes: [Node] = []
    var places: [String: Int] = [:]
    func node(_ title: String, isState: Bool = true, isActive: Bool = false) -> String {
      let title = FactText.line(title)
      let id = prefix + (isState ? title : "from \(title)")
      let isActive = isActive || isState && title == present
      if let place = places[id] {
        if isActive { nodes[place] = Node(id: id, title: title, isActive: true) }
      } else {
        places[id] = nodes.count
        nodes.append(Node(id: id, title: title, isActive: isActive))
      }
      return id
    }
    let edges = table.compactMap { index -> Edge? in
      guard let row = rows[index], let target = row.target else { return nil }
      let from = node(row.from.name, isState: row.isFromState, isActive: row.from.matches(whole))
      let guards = row.guards.isEmpty ? "" : " [\(row.guards.joined(separator: ", "))]"
      return Edge(
        from: from, to: node(target.title), title: row.input.name + guards, count: coverage?.rows[index] ?? 0,
        isLast: coverage?.rows.last == [index])
    }
    // A state that the table does not name may contain what the application keeps to itself; its name does
    // not.
    if let state, let present, places[prefix + present] == nil {
      _ = node(FactText.name(of: state), isActive: true)
    }
    return (nodes, edges)
  }

  private func diagram(of chart: ChartView<State>, prefix: String) -> (nodes: [Node], edges: [Edge]) {
    let active = Set(chart.active(state))
    let counts = coverage?.counts(of: chart.log)
    let nodes = chart.places().enumerated().map { index, place in
      Node(
        id: "\(prefix)\(index)", title: place.title, parent: place.parent.map { "\(prefix)\($0)" },
        isActive: active.contains(index))
    }
    let edges = chart.arrows().enumerated().flatMap { index, arrow in
      arrow.targets.map { target in
        Edge(
          from: "\(prefix)\(arrow.source)", to: "\(prefix)\(target)", title: arrow.title,
          count: counts?[index] ?? 0, isLast: counts?.last.contains(index) ?? false)
      }
    }
    return (nodes, edges)
  }
}

extension Harvester {
  /// Shows the machine to tools, and counts its rows while a tap watches.
  ///
  /// - Parameter rows: A function that returns the row of each rule; nil for a closure.
  @usableFromInline
  func show(_ rows: @escaping () -> [TransitionRow<Input, State>?]) {
    let hub = hub
    StoreInternals(store).describe(
      whenTapped: { hub.watch($0, rows) },
      facts: { MachineFacts(rows: rows(), coverage: hub.coverage, state: $0).facts })
  }

  /// Applies an input, and counts the row that takes it.
  @usableFromInline
  static func applyCounted<World, Queue, EffectID>(
    _ mapping: EffectMapping<World, Queue, EffectID>, _ input: Input, to state: inout State, in world: World,
    _ hub: ReplyHub<Input, State>
  ) -> EffectMapping<World, Queue, EffectID>.Effect? {
    let taken = mapping.applyByRow(input, to: &state, in: world)
    hub.coverage?.note(taken?.row)
    return taken?.effect
  }
}

extension ReplyHub {
  /// Begins or ends to count the rows that are taken.
  fileprivate func watch(_ isTapped: Bool, _ rows: () -> [TransitionRow<Input, State>?]) {
    if isTapped == isWatched { return }
    isWatched = isTapped
    let coverage = coverage ?? MachineCoverage(rows().map { $0?.chart?.log })
    coverage.watch(isTapped)
    self.coverage = coverage
  }
}
