import Mealy
import MillraceToolkit

/// A turnstile that asks a bank whether a coin is good.
struct Turnstile: Codable, Equatable, Sendable {
  var isOpen = false
  var visitors = 0
}

enum TurnstileInput: Codable, Equatable, Sendable {
  case coin
  case checked(isGood: Bool)
  case push
}

struct TurnstileWorld: Sendable {
  var isGood: @Sendable () async throws -> Bool
}

let turnstile = MealyMachine<Turnstile, TurnstileInput, TurnstileWorld> { state, input, world in
  switch input {
  case .coin:
    return .work(queue: .exhaust("bank"), label: "check a coin") {
      .checked(isGood: try await world.isGood())
    }
  case .checked(let isGood):
    state.isOpen = isGood
  case .push where state.isOpen:
    state.visitors += 1
    state.isOpen = false
  case .push: break
  }
  return .none
}

/// Two turnstiles; one may be taken out of service.
struct Hall: Equatable, Sendable {
  var left = Turnstile()
  var right: Turnstile?
}

enum HallInput: Equatable, Sendable {
  case left(TurnstileInput)
  case right(TurnstileInput)
}

let hall = MealyMachine.combine(
  turnstile.lift(
    state: AffineTraversal<Hall, Turnstile>(tryGet: { $0.left }, set: { $0.left = $1 }),
    input: Prism(
      tryGet: { if case .left(let input) = $0 { input } else { nil } }, inject: HallInput.left),
    world: { (world: TurnstileWorld) in world }),
  turnstile.lift(
    state: AffineTraversal<Hall, Turnstile>(tryGet: { $0.right }, set: { $0.right = $1 }),
    input: Prism(
      tryGet: { if case .right(let input) = $0 { input } else { nil } }, inject: HallInput.right),
    world: { (world: TurnstileWorld) in world }))
