import Flask
import Testing

@MainActor
@Suite("Random chains and mixers")
struct MixingLawTests {
  @Test(
    "equal a simple model: states, the notifications of each reactor, and errors",
    arguments: 0..<300 as Range<UInt64>
  )
  func model(seed: UInt64) {
    var random = SeededRandom(seed)
    let reactors = (0..<4).map { _ in MixingScript.Reactor(&random) }
    let live = MixingLive(reactors)
    var model = MixingModel(reactors)
    for step in 0..<25 {
      let deed = MixingScript.Deed(&random, depth: 3)
      live.run(deed)
      model.run(deed)
      #expect(live.lines == model.lines, "seed \(seed), step \(step): \(deed)")
      #expect(live.states == model.states, "seed \(seed), step \(step): \(deed)")
      if live.lines != model.lines || live.states != model.states { break }
      live.lines = []
      model.lines = []
    }
    live.end()
  }
}

/// Carries scripts out on a real context, and writes down what reactors and the error handler are told.
@MainActor
final class MixingLive {
  var lines: [String] = []
  private let flask = Flask(name: "test", archives: MemoryArchives())
  private var substances: [MixingWord] = []
  private var owners: [MixingDiary] = []
  private var reactors: [Reactor<MixingDiary>] = []
  /// The deed of the first reactor that receives a turn.
  private var reply: MixingScript.Deed?

  var states: [[Int]] { substances.map { [$0.state.left, $0.state.right] } }

  init(_ plans: [MixingScript.Reactor]) {
    substances = (0..<3).map { number in
      let substance = MixingWord(name: "\(number)", in: flask)
      substance.hearsMixersUnbound = number != MixingScript.deaf
      substance.onMix = { [unowned substance] payload, react, abort in
        guard let plan = (payload?["plans"] as? [MixingScript.Mixer])?[number] else { return }
        if let reply = payload?["reply"] as? MixingScript.Box { self.reply = reply.deed }
        plan.change.apply(&substance.prop)
        switch plan.end {
        case .react: react()
        case .abort: abort()
        case .nothing: break
        case .both:
          react()
          abort()
        }
      }
      return substance
    }
    flask.bus.flow.errorHandler = { [unowned self] error in
      guard case .reported(_, let problem as FlaskError) = error else { return lines.append("\(error)") }
      switch problem {
      case .chainDropped: lines.append("dropped")
      case .mixFailed: lines.append("failed")
      case .notBound(let substance, _, _): lines.append("not bound \(substance)")
      case .mixerUnresolved(_, let substance): lines.append("unresolved \(substance)")
      case .mixerResolvedTwice(_, let substance): lines.append("twice \(substance)")
      case .mixerNotHeard: lines.append("not heard")
      case .mixerMissed(_, let substances): lines.append("missed \(substances.joined())")
      default: lines.append("\(problem)")
      }
    }
    for (number, plan) in plans.enumerated() { attach(number, plan) }
  }

  private func attach(_ number: Int, _ plan: MixingScript.Reactor) {
    let owner = MixingDiary()
    owners.append(owner)
    let reactor = flask.reactor(attachedTo: owner, mixing: plan.substances.map { substances[$0] })
    reactors.append(reactor)
    for key in plan.declared {
      reactor.on(key) { [unowned self] _, change in
        lines.append("\(number) declared \(Self.text(change))")
      }
    }
    if plan.asked.isEmpty { return }
    reactor.handler = { [unowned self] _, reaction in
      for key in plan.asked { reaction.on(key) { lines.append("\(number) \(Self.text($0))") } }
      if let deed = reply {
        reply = nil
        run(deed)
        lines.append("\(number) replied")
      }
    }
  }

  private static func text(_ change: SubstanceChange) -> String {
    "\(change.substance().name()) \(change.key()) \(change.oldValue() ?? -1) \(change.newValue() ?? -1)"
  }

  func run(_ deed: MixingScript.Deed) {
    switch deed {
    case .chain(let reactor, let mixes, let reply, let end):
      var chain: ChainReaction?
      for mix in mixes {
        let substance = substances[mix.substance]
        let body: (Substance<MixingPair>) throws -> Void = { [unowned self] substance in
          self.reply = reply.first
          mix.change.apply(&substance.prop)
          if let inner = mix.inner.first { run(inner) }
          if mix.throwsAfter { throw MixingProblem(description: "") }
        }
        chain = chain?.and(substance, body) ?? reactors[reactor].mix(substance, body)
      }
      switch end {
      case .react: chain?.andReact()
      case .abort: chain?.andAbort()
      case .drop: chain = nil
      }
    case .mixer(let plans, let reply):
      var payload: FluxPayloadType = ["plans": plans]
      if let deed = reply.first { payload["reply"] = MixingScript.Box(deed: deed) }
      flask.substances(reactTo: MixingScript.Word.mix, payload: payload)
    case .bind(let reactor): reactors[reactor].bind()
    case .unbind(let reactor): reactors[reactor].unbind()
    }
  }

  func end() { flask.endReactors() }
}

/// A substance whose mixer calls a closure.
private final class MixingWord: ReactiveSubstance<MixingPair, MixingScript.Word> {
  var onMix: FluxMixer = { _, _, _ in }

  override func defineMixers() {
    define(mix: .mix) { self.onMix($0, $1, $2) }
  }
}
