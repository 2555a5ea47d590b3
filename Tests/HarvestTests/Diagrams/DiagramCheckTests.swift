import Harvest
import Testing

@Suite("The checks of a machine")
struct DiagramCheckTests {
  typealias Finding = MachineFinding<DiagramStep, DiagramPlace>

  private func report(
    _ rows: [DiagramTable], finals: [DiagramPlace] = [], mustReach: [DiagramPlace] = []
  ) -> MachineReport<DiagramStep, DiagramPlace> {
    DiagramTable.reduce(.first, rows).graph(initial: .a, finals: finals).report(mustReach: mustReach)
  }

  @Test("A machine that goes around has no findings")
  func clean() {
    let report = report(diagramRound, mustReach: [.a])
    #expect(report.isClean)
    #expect(report.notes.isEmpty)
    #expect(report.description == "The machine has no findings.")
  }

  @Test("The login machine is clean, whichever inputs come from outside")
  func login() {
    let graph = diagramLogin.graph(initial: .loggedOut)
    let overlap = graph.report(mustReach: [.loggedOut])
    #expect(overlap.isClean, "\(overlap)")
    let outside = graph.report(outside: [.login, .logout, .forceLogout], mustReach: [.loggedOut])
    #expect(outside.isClean, "\(outside)")
  }

  @Test("A state that nothing leads to is found")
  func unreachable() {
    let report = report([.go | .a => .b, .back | .b => .a, .jump | .c => .a])
    #expect(report.findings == [.unreachable(.c, initial: .a)])
    #expect(
      report.description == """
        The machine has 1 finding.

        States that cannot be reached:
          - No path leads to `c` from `a`; add a row that leads there, or remove the state.
        """)
  }

  @Test("A state that cannot be left is a dead end, unless it is final")
  func deadEnd() {
    let rows: [DiagramTable] = [.go | .a => .b, .jump | .b => .c, .back | .b => .a]
    #expect(report(rows).findings == [.deadEnd(.c, acceptsInputs: false)])
    #expect(report(rows, finals: [.c]).isClean)
    #expect(
      report(rows).findings.map(\.description) == [
        "`c` accepts no input and is not final; add a row that leaves it, or list it among the final states."
      ])
  }

  @Test("A state that only leads to itself is a dead end")
  func trap() {
    let report = report([.go | .a => .b, .jump | .b => .c, .back | .c => .c])
    #expect(report.findings == [.deadEnd(.c, acceptsInputs: true)])
    #expect("\(report)".contains("`c` accepts inputs but is never left, and is not final; add a row"))
  }

  @Test("An input that no state accepts is found")
  func ignored() {
    let report = report([.go | .a => .b, .go | .b => .c, .back | .c => .a])
    #expect(report.findings == [.ignored(.jump)])
    #expect(
      report.findings.map(\.description) == [
        "No state accepts `jump`; add a row for it, or remove the input."
      ])
  }

  @Test("Two rows that both match are found with the input and the states")
  func overlap() throws {
    let report = report(diagramRound + [.jump | matching("late") { $0 != .a } => .a])
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1)
    guard case .overlap(let first, let second, let matches) = finding else {
      Issue.record("not an overlap: \(finding)")
      return
    }
    #expect([first.number, second.number] == [3, 4])
    #expect(matches.map(\.input) == [.jump])
    #expect(matches.map(\.state) == [.c])
    #expect(
      finding.description
        == "Row 3 (`jump | c`) and row 4 (`jump | late`) both match `jump` in `c`, and the first is used; "
        + "make one of them narrower.")
  }

  @Test("A row that earlier ones leave nothing to is found, with them")
  func shadowed() {
    let report = report(diagramRound + [.go | .b => .c, .go | matching("ends") { $0 != .c } => .c])
    #expect(
      report.findings == [
        .shadowed(
          RuleName(number: 5, row: "go | ends"),
          by: [RuleName(number: 1, row: "go | a"), RuleName(number: 4, row: "go | b")])
      ])
    #expect(
      report.findings.map(\.description) == [
        "Row 5 (`go | ends`) is never used, because row 1 (`go | a`) and row 4 (`go | b`) match all its cases; "
          + "move it up, or remove it."
      ])
  }

  @Test("A row that can never match is found")
  func neverMatching() {
    let report = report(diagramRound + [.go | matching("never") { _ in false } => .b])
    #expect(report.findings == [.neverMatching(RuleName(number: 4, row: "go | never"))])
    #expect(
      report.findings.map(\.description) == [
        "Row 4 (`go | never`) matches no listed input in any listed state; correct it, or list its inputs and states."
      ])
  }

  @Test("States from which one that must be reached cannot be are found; final ones are excused")
  func mustReach() {
    let rows: [DiagramTable] = [.go | .a => .b, .jump | .b => .c, .back | .c => .b]
    #expect(
      report(rows, mustReach: [.a]).findings == [.cannotReach(.a, from: .b), .cannotReach(.a, from: .c)])
    #expect(report(rows, finals: [.c], mustReach: [.a]).findings == [.cannotReach(.a, from: .b)])
    #expect(
      "\(Finding.cannotReach(.a, from: .b))"
        == "No path leads from `b` to `a`, which must be reachable; add a row that leads there.")
  }

  @Test("A transition to a state that was not listed is found")
  func unlisted() {
    let graph = DiagramTable.reduce(.first, diagramRound).graph(states: [.a, .b], initial: .a)
    let findings = graph.report(checking: [.unlisted]).findings
    #expect(findings == [.unlisted(.c, from: .b, input: .back)])
    #expect("\(findings)".contains("`back` in `b` leads to `c`, which is not listed"))
  }

  @Test("An answer that no effect gives is found when it does not come from outside")
  func neverGiven() {
    let mapping = DiagramWork.reduce(
      .first,
      [
        .go | .a => .b | Effect(label: "ask", answers: [.back]) { _ in nil },
        .back | .b => .a | .empty,
        .jump | .b => .c | .empty,
        .go | .c => .a | .empty,
      ] as [DiagramWork])
    let graph = mapping.graph(initial: .a)
    #expect(graph.report().isClean)
    #expect(graph.report(outside: [.go, .jump]).isClean)
    #expect(graph.report(outside: [.go]).findings == [.unreachable(.c, initial: .a), .neverGiven(.jump)])
    #expect(
      "\(Finding.neverGiven(.jump))"
        == "`jump` comes neither from outside nor from an effect; list it among the inputs from outside, "
        + "or among the answers of an effect.")
  }

  @Test("A state whose only way out is an answer that is never given is a dead end")
  func waitingForNobody() {
    let graph = DiagramTable.reduce(.first, diagramRound).graph(initial: .a)
    let report = graph.report(outside: [.go, .back], mustReach: [.a])
    #expect(
      report.findings == [
        .deadEnd(.c, acceptsInputs: false), .neverGiven(.jump), .cannotReach(.a, from: .b),
        .cannotReach(.a, from: .c),
      ])
  }

  @Test("Only what is asked for is checked")
  func checking() {
    let graph = DiagramTable.zero.graph(initial: .a)
    #expect(Set(graph.report().findings.map(\.check)) == [.unreachable, .deadEnd, .ignored])
    #expect(graph.report(checking: [.deadEnd]).findings.map(\.check) == [.deadEnd, .deadEnd, .deadEnd])
    #expect(graph.report(checking: []).isClean)
  }

  @Test("A report says that it cannot look into closures, and not at effects without their world")
  func notes() {
    let closure = DiagramWork { input, state in input == .go && state == .a ? (.b, .empty) : nil }
    let hidden: DiagramWork =
      DiagramStep.back | DiagramPlace.b => .a
      | { @Sendable world in Effect(label: "\(world)") { _ in nil } }
    let mapping = closure + hidden
    #expect(
      mapping.graph(initial: .a).report().notes == [
        "Rule 1 is a closure, so overlaps of rows inside it were not checked.",
        "Some effects are made from the world; pass one to the graph to include them.",
      ])
    #expect(mapping.graph(initial: .a, world: 1).report(checking: [.deadEnd]).notes.isEmpty)
    let later = (mapping + (DiagramStep.go | DiagramPlace.a => .c | .empty)).graph(initial: .a, world: 1)
    #expect(
      later.report(checking: [.shadowed]).findings == [
        .shadowed(RuleName(number: 3, row: "go | a"), by: [RuleName(number: 1, row: nil)])
      ])
    #expect("\(later.report(checking: [.shadowed]))".contains("because rule 1, a closure matches all"))
  }
}
