import Harvest
import Testing

@Suite("The graph of a mapping")
struct DiagramGraphTests {
  @Test("It has each transition with its guards, its effects and their answers")
  func login() {
    let graph = diagramLogin.graph(initial: .loggedOut)
    #expect(graph.states == DiagramState.allCases)
    #expect(graph.inputs == DiagramInput.allCases)
    #expect(graph.edges.count == 6)
    let forced = graph.edges.filter { $0.input == .forceLogout }
    #expect(forced.map(\.from) == [.loggingIn, .loggedIn])
    for edge in forced {
      #expect(edge.to == .loggingOut)
      #expect(edge.guards == ["busy"])
      #expect(edge.work.labels == ["logout request"])
      #expect(edge.work.answers == [.logoutOK])
      #expect(edge.rule == 4)
    }
    #expect(graph.rules.map(\.name.description)[4] == "row 5 (`forceLogout | busy`)")
  }

  @Test("Effects are called by their label, their id or what they do, and those of a hidden world …")
  func effects() {
    typealias Machine = Harvester<DiagramStep, DiagramPlace>.EffectMapping<Int, BasicEffectQueue, String>
    typealias Work = Effect<Int, DiagramStep, BasicEffectQueue, String>
    let work =
      Work(.back) + Work(label: "labelled") { _ in nil } + Work(id: "identified") { _ in nil }
      + Work { _ in .back }
      + .cancel("identified") + .cancel { _ in true }
      + Work(world: { Work(label: "made of \($0)") { _ in nil } })
    let mapping: Machine = DiagramStep.go | DiagramPlace.a => .b | work
    let labels = ["back", "labelled", "identified", "effect", "cancel identified", "cancel"]
    let hidden = mapping.graph(initial: .a).edges.map(\.work)
    #expect(hidden.map(\.labels) == [labels + ["…"]])
    #expect(hidden.map(\.isHidden) == [true])
    let seen = mapping.graph(initial: .a, world: 7).edges.map(\.work)
    #expect(seen.map(\.labels) == [labels + ["made of 7"]])
    #expect(seen.map(\.answers) == [[.back]])
    #expect(seen.map(\.isHidden) == [false])
  }

  @Test("A world that is nothing need not be given")
  func noWorld() {
    let mapping: DiagramMachine =
      DiagramInput.login | DiagramState.loggedOut => .loggingIn
      | { @Sendable _ in diagramRequest("made", .loginOK) }
    #expect(mapping.graph(initial: .loggedOut).edges.map(\.work.labels) == [["made"]])
  }

  @Test("What is started at the beginning stands at the initial mark, and its answers are inputs")
  func beginning() {
    let mapping: DiagramMachine = DiagramInput.loginOK | DiagramState.loggedOut => .loggedIn | .empty
    let graph = mapping.graph(inputs: [], initial: .loggedOut, effect: diagramRequest("restore", .loginOK))
    #expect(graph.inputs == [.loginOK])
    #expect(graph.edges.map(\.to) == [.loggedIn])
    #expect(graph.mermaid().contains("  [*] --> loggedOut : / restore\n"))
    #expect(graph.dot().contains("\"[initial]\" -> \"loggedOut\" [label=\"/ restore\"];"))
  }

  @Test("Answers that were not listed are inputs, and an end is put to ever new ones")
  func answers() {
    typealias Count = Harvester<Int, DiagramPlace>.EffectMapping<Void, BasicEffectQueue, Never>
    let few = Count { $0 < 3 ? ($1, Effect($0 + 1)) : nil }
    #expect(few.graph(inputs: [0], initial: .a).inputs == [0, 1, 2, 3])
    #expect(few.graph(inputs: [0], initial: .a).report(checking: [.unlisted]).isClean)
    let endless = Count { ($1, Effect($0 + 1)) }
    let graph = endless.graph(inputs: [0], initial: .a)
    #expect(graph.hasEndlessAnswers)
    #expect(graph.report(checking: [.unlisted]).findings == [.endlessAnswers(limit: 1_000)])
  }

  @Test("The guards of a part are those that have a name, in a larger machine, too")
  func lifted() {
    let part: DiagramWork = DiagramStep.go | DiagramPlace.a => .b | .empty
    let guarded: DiagramWork =
      DiagramStep.back | matching("home") { $0 == DiagramPlace.b } => DiagramPlace.a | .empty
    let whole = (part + guarded).lift(
      state: { (whole: DiagramPlace?) in whole },
      modify: { whole, body in
        guard var part = whole else { return false }
        body(&part)
        whole = part
        return true
      })
    #expect(whole.run(.go, .b) == nil)
    let graph = whole.lift(input: { (input: DiagramStep) in input }, embed: { $1 }).graph(
      states: [nil, .a, .b], initial: .a)
    #expect(graph.edges.map(\.guards) == [[], ["home"]])
    #expect(graph.rules.map(\.name.row) == ["go | a", "back | home"])
  }
}
