import Millrace
import Testing

@testable import MillraceTesting

/// The strategies that do not go through everything.
@Suite struct ExplorerStrategyTests {
  /// Fibers that take so many steps each; all could go on at any time.
  ///
  /// - Returns: The ordinals in the order in which they were taken.
  private func run(_ search: inout some OrderStrategy, steps: [Int]) throws -> [Int] {
    var left = steps
    var order: [Int] = []
    var last: FiberKey?
    search.begin()
    while true {
      let moves = left.indices.filter { left[$0] > 0 }.map {
        Move(fiber: FiberKey($0 + 1), ordinal: $0 + 1, enabler: nil)
      }
      if moves.isEmpty { break }
      guard let index = try search.choose(moves, last: last) else { break }
      let ordinal = moves[index].ordinal
      left[ordinal - 1] -= 1
      order.append(ordinal)
      last = moves[index].fiber
      try search.took(Footprint())
    }
    return order
  }

  private func ends(_ search: inout some OrderStrategy) -> Bool { !search.end(wasCut: false) }

  @Test(
    "random orders are the same for the same seed, differ between runs, and end with the number asked for")
  func random() throws {
    var orders: [[[Int]]] = []
    for seed in [7, 7, 8] as [UInt64] {
      var search = RandomSearch(seed: seed, runs: 20)
      var runs = [try run(&search, steps: [3, 3, 3])]
      while search.end(wasCut: false) { runs.append(try run(&search, steps: [3, 3, 3])) }
      #expect(runs.count == 20)
      #expect(Set(runs).count > 10)
      orders.append(runs)
    }
    #expect(orders[0] == orders[1])
    #expect(orders[0] != orders[2])
  }

  @Test("random answers are among those there are")
  func randomAnswers() {
    var search = RandomSearch(seed: 1, runs: 1)
    search.begin()
    #expect(Set((0..<100).map { _ in search.chooseAnswer(of: 3) }) == [0, 1, 2])
  }

  @Test(
    "a mistake of depth 2 is found by priorities at least as often as promised",
    arguments: [0, 1, 2] as [UInt64])
  func priorities(_ seed: UInt64) throws {
    // Wrong if the second fiber takes its one step between the steps k and k + 1 of the first one.
    let steps = [10, 1, 4]
    for k in [1, 5, 9] {
      var search = PrioritySearch(seed: seed &* 1_000_003, runs: 4_000, depth: 2)
      var found = 0
      var isOver = false
      while !isOver {
        let order = try run(&search, steps: steps)
        if order.prefix(while: { $0 != 2 }).count(where: { $0 == 1 }) == k { found += 1 }
        isOver = !search.end(wasCut: false)
      }
      // 3 fibers and 16 steps: 1 of 48 runs, with room for chance.
      #expect(found > 4_000 / 48 * 3 / 4, "found \(found) times with seed \(seed) at \(k)")
    }
  }

  @Test("the probability that is promised follows from fibers, steps, depth and runs")
  func probability() throws {
    var search = PrioritySearch(seed: 1, runs: 2, depth: 2)
    #expect(search.probability == 0)
    _ = try run(&search, steps: [2, 2])
    #expect(ends(&search) == false)
    let one = 1.0 / 2 / 4
    #expect(abs(search.probability - one) < 1e-12)
    _ = try run(&search, steps: [2, 2])
    #expect(ends(&search))
    #expect(abs(search.probability - (1 - (1 - one) * (1 - one))) < 1e-12)
  }

  @Test("priorities of depth 1 never suspend a fiber that could continue")
  func depthOne() throws {
    var search = PrioritySearch(seed: 3, runs: 50, depth: 1)
    var orders: Set<[Int]> = []
    repeat {
      let order = try run(&search, steps: [3, 3])
      #expect(zip(order, order.dropFirst()).count { $0 != $1 } == 1)
      orders.insert(order)
    } while search.end(wasCut: false)
    #expect(orders.count == 2)
  }

  @Test("a schedule is followed, and given up where it ends")
  func replay() throws {
    var search = ReplaySearch(try #require(Schedule("2.1.2")))
    let order = try run(&search, steps: [3, 3])
    #expect(order == [2, 1, 2])
    #expect(ends(&search))
  }

  @Test("a schedule that asks for what is not there is refused with the step")
  func replayImpossible() throws {
    var search = ReplaySearch(try #require(Schedule("2.1.3")))
    #expect(throws: OrderProblem.notPossible(step: 2)) { try run(&search, steps: [3, 3]) }
    var answer = ReplaySearch(try #require(Schedule("1.a1")))
    #expect(throws: OrderProblem.notPossible(step: 1)) {
      _ = try answer.choose([Move(fiber: 1, ordinal: 1, enabler: nil)], last: nil)
      _ = try answer.chooseAnswer(of: 1)
    }
    var early = ReplaySearch(try #require(Schedule("a0")))
    #expect(throws: OrderProblem.notPossible(step: 0)) { try run(&early, steps: [1]) }
  }

  @Test("wanted steps are followed where possible; otherwise the first fiber continues")
  func guided() throws {
    let wantedSteps = [2, 2, 2, 9, 1, 2].map { GuidedSearch.WantedStep(fiber: $0) }
    var going = GuidedSearch(wantedSteps, stopsAtEnd: false)
    let gone = try run(&going, steps: [3, 2])
    #expect(gone == [2, 2, 1, 1, 1])
    var stopping = GuidedSearch(wantedSteps, stopsAtEnd: true)
    let stopped = try run(&stopping, steps: [3, 2])
    #expect(stopped == [2, 2, 1])
  }

  @Test("wanted answers that are not there become the last one there is, and further questions get the first")
  func guidedAnswers() {
    var search = GuidedSearch([.init(fiber: 1, answers: [5, 1])], stopsAtEnd: true)
    _ = search.choose([Move(fiber: 1, ordinal: 1, enabler: nil)], last: nil)
    let answers = (0..<3).map { _ in search.chooseAnswer(of: 3) }
    #expect(answers == [2, 1, 0])
  }
}
