import Millrace
import TestResources
import Testing

@testable import MillraceTesting

@Suite("Test paths")
struct ModelPathTests {
  private static func graph(seed: UInt64) -> ModelGraph<Int, Int> {
    var random = SeededGenerator(seed: seed)
    let states = Int.random(in: 1...10, using: &random)
    return ModelGraph(
      initial: 0,
      edges: (0..<Int.random(in: 0...30, using: &random)).map { message in
        (Int.random(in: 0..<states, using: &random), message, Int.random(in: 0..<states, using: &random))
      })
  }

  /// The items of paths: each step, or each pair of steps; the beginning counts as a step before the first.
  private static func items(_ paths: [TestPath<Int, Int>], pairs: Bool) -> [Set<[Int]>] {
    paths.map { path in
      let messages = [-1] + path.steps.compactMap(\.message)
      return Set(
        pairs ? zip(messages, messages.dropFirst()).map { [$0, $1] } : messages.dropFirst().map { [$0] })
    }
  }

  @Test("cover everything that can be reached, are valid, few, and the same each time", arguments: 0..<150)
  func laws(seed: UInt64) {
    let graph = Self.graph(seed: seed)
    let unreachable = Set(graph.unreachableEdges.compactMap(\.message))
    let reachable = graph.edges.filter { !unreachable.contains($0.message ?? -1) }
    for pairs in [false, true] {
      for length in [1, 5, 20] {
        let paths = graph.paths(covering: pairs ? .pairs : .transitions, maxLength: length)
        let again = graph.paths(covering: pairs ? .pairs : .transitions, maxLength: length)
        #expect(paths.map(\.description) == again.map(\.description))
        for path in paths {
          var place = 0
          for step in path.steps {
            let edge = graph.edges[step.message ?? 0]
            #expect(edge.from == place, "seed \(seed)")
            place = edge.to
            #expect(graph.states[place] == step.state, "seed \(seed)")
          }
        }
        let wanted: Set<[Int]> =
          pairs
          ? Set(
            reachable.flatMap { one in
              reachable.filter { $0.from == one.to }.map { [one.message ?? 0, $0.message ?? 0] }
            } + reachable.filter { $0.from == 0 }.map { [-1, $0.message ?? 0] })
          : Set(reachable.map { [$0.message ?? 0] })
        let items = Self.items(paths, pairs: pairs)
        #expect(items.reduce(into: Set()) { $0.formUnion($1) } == wanted, "seed \(seed)")
        for place in items.indices {
          let others = items.enumerated().filter { $0.offset != place }.map(\.element)
          let alone = others.reduce(items[place]) { $0.subtracting($1) }
          #expect(!alone.isEmpty, "seed \(seed): path \(place) is redundant")
        }
      }
    }
  }

  @Test("of a circle are one way around it")
  func circle() {
    let graph = ModelGraph(initial: 0, edges: (0..<5).map { ($0, "next", ($0 + 1) % 5) })
    #expect(graph.paths().map(\.description) == ["1: next → next → next → next → next"])
    #expect(graph.paths(maxLength: 2).map(\.steps.count) == [5])
  }

  @Test("have a short name however long they are")
  func name() {
    let graph = ModelGraph(initial: 0, edges: (0..<12).map { ($0, "m\($0)", $0 + 1) })
    #expect(graph.paths().map(\.description) == ["1: m0 → m1 → m2 → m3 → m4 → m5 → … (5 more) → m11"])
  }

  private static let paths = ModelLogin.check(.none).run().graph.paths()

  @Test("run against a real store that does as the model", arguments: paths)
  func realStore(path: TestPath<ModelLogin, ModelLogin.Message>) async throws {
    // Effects are the path's to answer.
    let update = ModelLogin.update(.none)
    let store = Store(ModelLogin()) { (state: inout ModelLogin, message: ModelLogin.Message) in
      _ = update(&state, message)
      return Effect<ModelLogin.Message>.none
    }
    try await path.run {
      store.send($0)
    } state: {
      store.state
    }
  }

  @Test("tell the step at which the real thing differs")
  func difference() async throws {
    #expect(Self.paths.count == 1 || Self.paths.count == 2)
    let update = ModelLogin.update(.ignoresRefusal)
    let store = Store(ModelLogin()) { (state: inout ModelLogin, message: ModelLogin.Message) in
      _ = update(&state, message)
      return Effect<ModelLogin.Message>.none
    }
    let path = try #require(Self.paths.first { $0.steps.contains { $0.message == .refused } })
    let error = try await #require(throws: TestPathDifference.self) {
      try await path.run {
        store.send($0)
      } state: {
        store.state
      }
    }
    let step = try #require(path.steps.firstIndex { $0.message == .refused }) + 1
    #expect(error.step == step)
    #expect(error.path == path.steps.prefix(step).map(\.name))
    #expect(error.description.hasPrefix("After step \(step) (logIn"))
    #expect(error.description.contains("-   phase: .loggedOut\n+   phase: .loggingIn"))
  }
}
