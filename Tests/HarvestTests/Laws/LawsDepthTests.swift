import RecordFixture
import Testing

@testable import Harvest

/// Mappings made of very many, on a stack of 512 kB.
struct LawsDepthTests {
  private typealias Machine = Harvester<Int, Int>
  private typealias Effectful = Machine.EffectMapping<Void, BasicEffectQueue, String>

  private enum Way: CaseIterable, Sendable {
    case sum, product, first, all, tryAll

    /// Of what is put together two by two, fewer: each step copies those before it.
    var count: Int { self == .sum || self == .product ? 4_000 : 20_000 }
  }

  private static func make<Value>(
    _ way: Way, _ parts: [Value], sum: (Value, Value) -> Value, product: (Value, Value) -> Value,
    reduce: (ReduceStrategy, [Value]) -> Value
  ) -> Value {
    switch way {
    case .sum: parts.dropFirst().reduce(parts[0], sum)
    case .product: parts.dropFirst().reduce(parts[0], product)
    case .first: reduce(.first, parts)
    case .all: reduce(.all, parts)
    case .tryAll: reduce(.tryAll, parts)
    }
  }

  @Test(
    "20,000 mappings in a list, or thousands added or multiplied, give a result and end",
    arguments: Way.allCases)
  private func plain(_ way: Way) async {
    await SmallStackHome().run { _ in
      let isOneOf = way == .sum || way == .first
      let parts = (0..<way.count).map { number in
        Machine.Mapping { input, state in
          isOneOf && number + 1 < way.count ? nil : state + input
        }
      }
      let whole = Self.make(
        way, parts, sum: { $0 + $1 }, product: { $0 * $1 }, reduce: Machine.Mapping.reduce)
      #expect(whole.run(1, 0) == (isOneOf ? 1 : way.count))
    }
  }

  @Test(
    "The same holds for mappings with effects, each of which is asked for",
    arguments: Way.allCases)
  private func effectful(_ way: Way) async {
    await SmallStackHome().run { _ in
      let isOneOf = way == .sum || way == .first
      let parts = (0..<way.count).map { number in
        Effectful { input, state in
          isOneOf && number + 1 < way.count ? nil : (state + input, .cancel("\(number)"))
        }
      }
      let whole = Self.make(
        way, parts, sum: { $0 + $1 }, product: { $0 * $1 }, reduce: Effectful.reduce)
      let count = isOneOf ? 1 : way.count
      let (state, effect) = whole.run(1, 0) ?? (0, .empty)
      #expect(state == count)
      #expect(effect.kinds.count == count)
      guard case .cancel(let last)? = effect.kinds.last else {
        Issue.record("no effect")
        return
      }
      #expect(last == "\(way.count - 1)")
    }
  }

  @Test("A product rejects, and changes nothing, when the last of very many does")
  private func rejected() async {
    await SmallStackHome().run { _ in
      let accepting = Array(repeating: Effectful { ($1 + $0, .empty) }, count: 20_000)
      let product = Effectful.reduce(.tryAll, accepting) * .zero
      var state = 7
      #expect(product.apply(1, to: &state).map(\.isEmpty) == nil)
      #expect(state == 7)
    }
  }
}
