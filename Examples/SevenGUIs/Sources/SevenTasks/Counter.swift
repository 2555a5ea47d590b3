public import Millrace

/// Task 1: a number, and a button that counts it up.
public struct Counter: Equatable, Sendable {
  public enum Message: Equatable, Sendable { case count }

  public internal(set) var value = 0

  public init() {}

  public static func update(_ counter: inout Counter, _ message: Message) -> Effect<Message> {
    counter.value += 1
    return .none
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<Counter, Message> {
    Store(Counter(), flow: flow, update: update)
  }
}
