import Millrace
import Testing

@Suite("Random numbers")
struct RandomSourceTests {
  @Test("The same seed gives the same numbers, another seed others")
  func reproducible() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      let source = RandomSource.seeded(seed)
      return (0..<100).map { _ in source.next() }
    }
    #expect(numbers(7) == numbers(7))
    #expect(numbers(7) != numbers(8))
    #expect(Set(numbers(0) + numbers(1)).count == 200)
  }

  @Test("The numbers are those of SplitMix64, on every machine")
  func knownNumbers() {
    // The published sequence for the seed 1234567.
    let source = RandomSource.seeded(1_234_567)
    let numbers = (0..<5).map { _ in source.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("The copies of a seeded source draw from one sequence")
  func copies() {
    let reference = RandomSource.seeded(5)
    let expected = (0..<4).map { _ in reference.next() }
    let first = RandomSource.seeded(5)
    let second = first
    #expect([first.next(), second.next(), first.next(), second.next()] == expected)
  }

  @Test("A source serves wherever Swift takes a generator")
  func asGenerator() {
    var environment = StoreEnvironment(random: .seeded(3))
    var same = RandomSource.seeded(3)
    let first = (0..<10).map { _ in Int.random(in: 1...6, using: &environment.random) }
    let second = (0..<10).map { _ in Int.random(in: 1...6, using: &same) }
    #expect(first == second)
    #expect(first.allSatisfy { (1...6).contains($0) })
  }

  @Test("Every bit is set about as often as not, whatever the seed", arguments: [0, 1, 42, UInt64.max])
  func bits(seed: UInt64) {
    let source = RandomSource.seeded(seed)
    var set = [Int](repeating: 0, count: 64)
    let draws = 10_000
    for _ in 0..<draws {
      let number = source.next()
      for bit in 0..<64 where number >> UInt64(bit) & 1 == 1 { set[bit] += 1 }
    }
    // The deviation is 50 for 10,000 throws of a coin; six of them are a chance of one in five hundred
    // million.
    #expect(set.allSatisfy { abs($0 - draws / 2) < 300 }, "seed \(seed): \(set)")
  }

  @Test("Ranges are filled evenly, and neighbouring numbers do not hang together")
  func even() {
    var source = RandomSource.seeded(11)
    var faces = [Int](repeating: 0, count: 10)
    var pairs = [Int](repeating: 0, count: 100)
    var last = 0
    for _ in 0..<20_000 {
      let face = Int.random(in: 0..<10, using: &source)
      faces[face] += 1
      pairs[last * 10 + face] += 1
      last = face
    }
    #expect(faces.allSatisfy { abs($0 - 2_000) < 6 * 43 })
    #expect(pairs.allSatisfy { abs($0 - 200) < 6 * 15 })
  }

  @Test("Several threads may draw from one seeded source, and share its numbers without a gap")
  func threads() async {
    let source = RandomSource.seeded(21)
    let drawn = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 { group.addTask { (0..<500).map { _ in source.next() } } }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    let reference = RandomSource.seeded(21)
    #expect(drawn == Set((0..<2_000).map { _ in reference.next() }))
  }

  @Test("A source of one's own is asked for each number, and the system's does not repeat")
  func others() {
    let fixed = RandomSource { 4 }
    #expect([fixed.next(), fixed.next()] == [4, 4])
    #expect(Set((0..<100).map { _ in RandomSource.system.next() }).count == 100)
  }
}
