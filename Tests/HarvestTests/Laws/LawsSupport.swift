@testable import Harvest

enum LawsQueue: EffectQueueProtocol {
  case plain, latest, waiting

  var flattenStrategy: FlattenStrategy {
    switch self {
    case .plain: .merge
    case .latest: .latest
    case .waiting: .concat
    }
  }

  static var defaultEffectQueue: LawsQueue { .plain }
}

typealias LawsMapping = Harvester<Int, Int>.Mapping
typealias LawsEffectMapping = Harvester<Int, Int>.EffectMapping<Int, LawsQueue, String>
typealias LawsEffect = Effect<Int, Int, LawsQueue, String>

/// All inputs and states that the laws are tried on.
let lawsInputs = 0..<4
let lawsStates = 0..<5

struct LawsRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// A mapping written down for every input and state: the other definition that laws compare with.
struct LawsModel {
  var next: [[Int?]]

  init(_ random: inout LawsRandom) {
    next = lawsInputs.map { _ in lawsStates.map { _ in random.below(2) == 0 ? nil : random.below(5) } }
  }

  func run(_ input: Int, _ state: Int) -> Int? { next[input][state] }

  /// A mapping that does this, by rows, by a closure, or in place.
  func mapping(_ kind: Int) -> LawsMapping {
    switch kind % 2 {
    case 0: LawsMapping { next[$0][$1] }
    default:
      LawsMapping.reduce(
        .first,
        lawsInputs.flatMap { input in
          lawsStates.compactMap { state in next[input][state].map { input | state => $0 } }
        })
    }
  }

  /// The same with an effect that names the input and the state it was asked for in.
  func effectMapping(_ kind: Int, _ name: String) -> LawsEffectMapping {
    switch kind % 3 {
    case 0:
      LawsEffectMapping { input, state in next[input][state].map { ($0, .cancel("\(name)\(input)\(state)")) }
      }
    case 1:
      LawsEffectMapping.makeInout { input, state in
        guard let to = next[input][state] else { return nil }
        defer { state = to }
        return .cancel("\(name)\(input)\(state)")
      }
    default:
      LawsEffectMapping.reduce(
        .first,
        lawsInputs.flatMap { input in
          lawsStates.compactMap { state in
            next[input][state].map { (input | state => $0) | LawsEffect.cancel("\(name)\(input)\(state)") }
          }
        })
    }
  }
}

/// Returns the result of a mapping for every input in every state; nil where it rejects.
func lawsTable(_ mapping: LawsMapping) -> [Int?] {
  lawsInputs.flatMap { input in lawsStates.map { mapping.run(input, $0) } }
}

/// Returns a mapping's result for every input in every state, with its effects as text; nil where it rejects.
func lawsTable(_ mapping: LawsEffectMapping) -> [String?] {
  lawsInputs.flatMap { input in
    lawsStates.map { state in mapping.run(input, state).map { "\($0.0) \(lawsText($0.1))" } }
  }
}

/// Returns the requests of an effect, in order, with what is made of the world in its place.
func lawsText<Input, Queue, ID>(_ effect: Effect<Int, Input, Queue, ID>, world: Int = 7) -> [String] {
  effect.kinds.flatMap { kind -> [String] in
    switch kind {
    case .next(let input): ["next \(input)"]
    case .task(let task):
      [
        "task \(task.queue) \(task.id.map { "\($0)" } ?? "-") \(task.label.map { "\($0)" } ?? "-") "
          + "\(task.answers)" + (task.operators.isEmpty ? "" : " \(task.operators.count) operators")
      ]
    case .cancel(let id): ["cancel \(id)"]
    case .cancelMatching: ["cancel matching"]
    case .part(let membership, let effect):
      lawsText(effect, world: world).map { "\(membership.tag.name): \($0)" }
    case .leave: ["leave"]
    case .deferred(let make): ["made"] + lawsText(make(world), world: world)
    }
  }
}

/// Returns the results of an effect's work in a machine that runs, each as text, sorted.
@MainActor
func lawsInputs<World, Input, Queue, ID>(
  of effect: Effect<World, Input, Queue, ID>, in world: World
) async -> [String] {
  typealias Machine = Harvester<Input, [String]>
  let mapping = Machine.EffectMapping<World, Queue, ID>.makeInout { input, given in
    given.append("\(input)")
    return .empty
  }
  let machine = Machine(state: [], effect: effect, mapping: mapping, world: world)
  await machine.run()
  return machine.state.sorted()
}

/// An effect of some of all kinds; a quiet one has nothing in it that cancels anything.
func lawsEffect(_ random: inout LawsRandom, depth: Int = 2, isQuiet: Bool = false) -> LawsEffect {
  func part() -> LawsEffect { lawsEffect(&random, depth: depth - 1, isQuiet: isQuiet) }
  let number = random.below(9)
  switch random.below(depth > 0 ? 7 : 5) {
  case 0: return .empty
  case 1: return LawsEffect(number)
  case 3 where !isQuiet: return .cancel("\(number)")
  case 4 where !isQuiet: return .cancel { $0 == "\(number)" }
  case 2, 3, 4:
    let queue = (isQuiet ? [.plain, .waiting] : LawsQueue.allCases).randomElement(using: &random)
    let effect = LawsEffect(
      queue: queue ?? .plain, id: number % 2 == 0 ? nil : "\(number)",
      label: number % 3 == 0 ? nil : "label \(number)", answers: [number]
    ) { number * 100 + $0 }
    switch number {
    case 3: return effect.delay(.zero).retry(1)
    case 4: return effect.repeating(2)
    case 5: return effect.timeout(.seconds(600))
    case 7: return .race(effect, queue: queue ?? .plain, id: "7")
    default: return effect
    }
  case 5:
    let inner = part()
    return LawsEffect(world: { LawsEffect($0) + inner })
  default: return part() + part()
  }
}
