import MillraceTesting
import Testing

@Suite struct GalleryTests {
  @Test("Each mistake is found, with a story of the expected number of steps", arguments: GalleryProgram.all)
  func found(_ program: GalleryProgram) async throws {
    let exploration = await program.explorer().explore(program.wrong)
    let finding = try #require(exploration.finding, "\(exploration)")
    #expect(finding.problem == program.problem)
    #expect(finding.schedule.count == program.length, "\(finding)")
    #expect(finding.story.steps.count == program.length)
    #expect(!exploration.isComplete && !exploration.isProven)
  }

  @Test("The printed schedule shows the same mistake again, in one run", arguments: GalleryProgram.all)
  func replayed(_ program: GalleryProgram) async throws {
    let found = try #require(await program.explorer().explore(program.wrong).finding)
    let again = await program.explorer(.replay("\(found.schedule)")).explore(program.wrong)
    #expect(again.runs == 1)
    #expect(again.finding?.problem == found.problem)
    #expect(again.finding?.schedule == found.schedule)
    #expect(again.finding?.story == found.story)
  }

  @Test(
    "No run of fewer steps breaks the rule",
    arguments: GalleryProgram.all.filter { if case .broken = $0.problem { true } else { false } })
  func minimal(_ program: GalleryProgram) async {
    let shorter = program.explorer(reduction: .none, runs: 2_000, steps: program.length - 1)
    let exploration = await shorter.explore(program.wrong)
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test("Each right twin is proven", arguments: GalleryProgram.all)
  func proven(_ program: GalleryProgram) async {
    let exploration = await program.explorer().explore(program.right)
    #expect(exploration.isProven, "\(exploration)")
    #expect(exploration.remarks == [])
    #expect(exploration.runs + exploration.pruned < 200, "\(exploration)")
  }

  @Test("What is left out makes no difference to what is found", arguments: GalleryProgram.all)
  func sound(_ program: GalleryProgram) async {
    let proof = await program.explorer().explore(program.right)
    for reduction: Explorer.Reduction in [.independentSteps, .knownStates, .none] {
      let wrong = await program.explorer(reduction: reduction, runs: 20_000).explore(program.wrong)
      #expect(wrong.finding?.problem == program.problem, "\(reduction): \(wrong)")
      let right = await program.explorer(reduction: reduction, runs: 1_000).explore(program.right)
      #expect(right.finding == nil, "\(reduction): \(right)")
      if right.isComplete { #expect(right.finalStates == proof.finalStates, "\(reduction): \(right)") }
    }
  }

  @Test("Orders drawn at random show each mistake", arguments: GalleryProgram.all)
  func random(_ program: GalleryProgram) async {
    let exploration = await program.explorer(.random(seed: 7, runs: 200)).explore(program.wrong)
    #expect(exploration.finding?.problem == program.problem, "\(exploration)")
    #expect(exploration.seed == 7)
  }

  @Test("Priorities drawn at random show each mistake", arguments: GalleryProgram.all)
  func prioritised(_ program: GalleryProgram) async {
    let exploration = await program.explorer(.prioritised(seed: 7, runs: 200)).explore(program.wrong)
    #expect(exploration.finding?.problem == program.problem, "\(exploration)")
    #expect(exploration.seed == 7)
  }

  @Test("What is drawn shows nothing in the right twins, and proves nothing", arguments: GalleryProgram.all)
  func drawnRight(_ program: GalleryProgram) async {
    for strategy: Explorer.Strategy in [.random(seed: 7, runs: 100), .prioritised(seed: 7, runs: 100)] {
      let exploration = await program.explorer(strategy).explore(program.right)
      #expect(exploration.finding == nil, "\(exploration)")
      #expect(exploration.runs == 100)
      #expect(!exploration.isProven)
    }
  }
}
