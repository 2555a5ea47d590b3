import Millrace
import MillraceTesting
import Testing

/// The names of tasks, stores and effects in a story.
@Suite struct ExplorerStoryTests {
  enum Message: Hashable {
    case tapped(Int)
    case clear
    case bought(Int)
  }

  /// A store whose effects are all called `buy`.
  static func shop(
    _ world: isolated World, _ buy: @escaping @Sendable (Int, Send<Message>) async throws -> Void
  ) -> Store<Int, Message> {
    Store(0, of: Message.self, flow: world.flow) { count, message in
      switch message {
      case .tapped(let number): return .run(id: "buy", label: "buy") { send in try await buy(number, send) }
      case .clear: return .cancel(id: "buy")
      case .bought(let number):
        count += number
        return .none
      }
    }
  }

  private func story(_ scenario: @escaping @Sendable (isolated World) throws -> Void) async throws -> String {
    "\(try #require(await Explorer().explore(scenario).finding))"
  }

  @Test("two effects of one label are distinguished by what asked for them, wherever they are named")
  func asked() async throws {
    let text = try await story { world in
      let server = world.outside("server")
      let store = Self.shop(world) { number, send in
        try await server.call("\(number)", answers: [.success(())])
        await send(.bought(number))
      }
      world.user("Ada", sends: [.tapped(1), .tapped(2)], to: store)
      world.finally("the second is bought first") { store.state != 3 }
    }
    #expect(text.contains("effect buy, requested by .tapped(1)  asks server: 1"), "\(text)")
    #expect(text.contains("effect buy, requested by .tapped(2)  .bought(2)"), "\(text)")
    #expect(!text.contains("buy (2)"), "\(text)")
    let cancelled = try await story { world in
      let server = world.outside("server")
      let store = Self.shop(world) { number, _ in
        try await server.call("\(number)", answers: [Answer<Void>.never])
      }
      world.user("Ada", sends: [.tapped(1), .tapped(2), .clear, .bought(1)], to: store)
      world.finally("nothing is bought") { store.state == 0 }
    }
    #expect(cancelled.contains("cancels buy, requested by .tapped(1)"), "\(cancelled)")
    #expect(cancelled.contains("cancels buy, requested by .tapped(2)"), "\(cancelled)")
  }

  @Test(
    "effects that the same message asked for are counted; those that have leaked are named as in the story")
  func counted() async throws {
    let text = try await story { world in
      let store = Self.shop(world) { _, _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      world.user("Ada", sends: [.tapped(1), .tapped(1)], to: store)
    }
    #expect(
      text.hasPrefix(
        "No step is possible any more, but effect buy, requested by .tapped(1), "
          + "effect buy, requested by .tapped(1) (2) have not ended."), "\(text)")
  }

  @Test("the story shows a state that is a single value under the name of its store")
  func single() async throws {
    for (name, told) in [("till", "till: 0 → 7"), (nil, "store of Int: 0 → 7")] as [(String?, String)] {
      let text = try await story { world in
        let store: Store<Int, Int> =
          if let name {
            Store(0, of: Int.self, name: name, flow: world.flow) { sum, number in
              sum += number
              return .none
            }
          } else {
            Store(0, of: Int.self, flow: world.flow) { sum, number in
              sum += number
              return .none
            }
          }
        world.user("Ada", sends: [7], to: store)
        world.finally("nothing is added") { store.state == 0 }
      }
      #expect(text.contains(told), "\(text)")
    }
  }

  actor Basket {
    var count = 0

    func add(_ number: Int, asking server: Outside) async throws -> Int {
      try await server.call("\(number)", answers: [.success(())])
      count += number
      return count
    }
  }

  @Test("an actor is named with the effect that used it")
  func actor() async throws {
    let text = try await story { world in
      let server = world.outside("server")
      let basket = Basket()
      let store = Self.shop(world) { number, send in
        await send(.bought(try await basket.add(number, asking: server)))
      }
      world.user("Ada", sends: [.tapped(1), .tapped(2)], to: store)
      world.finally("never") { store.state < 0 }
    }
    #expect(
      !text.contains("an actor ") || text.contains("an actor used by effect buy, requested by"), "\(text)")
    #expect(!text.contains("an actor ("), "\(text)")
  }
}
