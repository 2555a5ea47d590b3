import MillraceTesting
import Testing

@testable import Millrace

@Suite("Effects put together one by one")
struct EffectListTests {
  private func storage(_ effect: Effect<Int>) -> EffectStorage<Int>? {
    switch effect.content {
    case .merge(let list), .sequence(let list): list.storage
    default: nil
    }
  }

  @Test("Ten thousand, at either end, are kept once", arguments: [true, false], [true, false])
  func once(isSequence: Bool, isAtEnd: Bool) {
    func join(_ first: Effect<Int>, _ second: Effect<Int>) -> Effect<Int> {
      isSequence ? .concatenate(first, second) : .merge(first, second)
    }
    var effect = join(.send(0), .send(1))
    effect = isAtEnd ? join(effect, .send(2)) : join(.send(2), effect)
    let kept = storage(effect)
    #expect(kept != nil)
    for number in 3..<10_000 {
      effect = isAtEnd ? join(effect, .send(number)) : join(.send(number), effect)
      // Another storage would be a copy of all that is there.
      if storage(effect) !== kept { break }
    }
    #expect(storage(effect) === kept)
    let numbers = effect.messages
    #expect((isAtEnd ? numbers : numbers.reversed()) == (isAtEnd ? [0, 1] : [1, 0]) + Array(2..<10_000))
  }

  @Test("What is made of an effect does not change it", arguments: 0..<50)
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var effects: [(effect: Effect<Int>, numbers: [Int])] = [(.none, []), (.send(-1), [-1])]
    for number in 0..<60 {
      let left = effects[Int.random(in: 0..<effects.count, using: &random)]
      let right = effects[Int.random(in: 0..<effects.count, using: &random)]
      if left.numbers.count + right.numbers.count > 300 { continue }
      effects.append(
        (.concatenate(left.effect, .send(number), right.effect), left.numbers + [number] + right.numbers))
    }
    for (effect, numbers) in effects { #expect(effect.messages == numbers, "seed \(seed)") }
  }

  @Test("Ten thousand steps that were put together in a loop are taken in order")
  @EffectsHome
  func run() {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      var effect = Effect<String>.none
      for number in 0..<10_000 { effect = .concatenate(effect, .send("\(number)")) }
      return effect
    }
    rig.send("go")
    #expect(rig.heard == ["go"] + (0..<10_000).map { "\($0)" })
  }
}
