import Testing

@testable import Harvest

struct LawsLoopTests {
  typealias Chunked = Effect<Int, Int, LawsQueue, String>

  @Test(
    "Effects that are added in a loop stay in order, at either end and in any grouping",
    arguments: UInt64(0)..<50)
  func order(seed: UInt64) {
    var random = LawsRandom(seed)
    var effect = Chunked.empty
    var numbers: [Int] = []
    for number in 0..<200 {
      let size = random.below(3) == 0 ? random.below(90) : 1
      let more = (0..<size).map { number * 1_000 + $0 }
      let added = more.reduce(Chunked.empty) { $0 + Chunked($1) }
      if random.below(2) == 0 {
        effect = effect + added
        numbers += more
      } else {
        effect = added + effect
        numbers = more + numbers
      }
    }
    #expect(lawsText(effect) == numbers.map { "next \($0)" }, "seed \(seed)")
  }

  @Test(
    "The number of chunks grows with the logarithm, and each element is moved as often",
    arguments: [false, true])
  func chunks(atFront: Bool) {
    var chunks: [[Int]] = []
    var moved = 0
    let count = 1 << 15
    for number in 0..<count {
      let before = Set(chunks.map(\.count))
      chunks = atFront ? joinedChunks([[number]], chunks) : joinedChunks(chunks, [[number]])
      moved += chunks.map(\.count).filter { !before.contains($0) }.reduce(0, +)
      #expect(chunks.count <= 16)
    }
    #expect(moved <= 16 * count)
    #expect(chunks.joined().elementsEqual(atFront ? Array((0..<count).reversed()) : Array(0..<count)))
  }

  @Test("Chunks of any sizes become few", arguments: UInt64(0)..<50)
  func mixed(seed: UInt64) {
    var random = LawsRandom(seed)
    var chunks: [[Int]] = []
    for _ in 0..<300 {
      let added = [Array(repeating: 0, count: 1 + random.below(random.below(2) == 0 ? 4 : 400))]
      chunks = random.below(2) == 0 ? joinedChunks(chunks, added) : joinedChunks(added, chunks)
    }
    let sizes = chunks.map(\.count)
    #expect(sizes.count <= 34, "seed \(seed): \(sizes)")
  }

  @MainActor
  @Test("A machine carries out 20,000 effects that a loop has added")
  func machine() {
    var effect = Effect<Void, Int, BasicEffectQueue, Never>.empty
    for number in 1...20_000 { effect = effect + Effect(number) }
    let machine = Harvester(
      state: 0, effect: effect,
      mapping: Harvester<Int, Int>.EffectMapping<Void, BasicEffectQueue, Never>.makeInout { input, state in
        state += input
        return .empty
      })
    #expect(machine.state == 20_000 * 20_001 / 2)
  }
}
