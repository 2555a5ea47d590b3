import Millrace
import Testing

extension PeerMistakesTests {
  /// The place where a message sends the next one.
  enum NestedSendPlace: CaseIterable {
    case update, stateObserver, pathObserver, messageObserver, tap, gate, effect, errorHandler, otherStore
  }

  @Test(
    "A stack that overflows at 1,000 to 12,000 nested sends: 100,000 need no more of it than two",
    arguments: NestedSendPlace.allCases)
  func nestedSends(from place: NestedSendPlace) async {
    let last = 100_000
    await ConcurrencyHome().run { home in
      let depth = PeerMistakesDepth()
      let flow = Flow()
      // The store sends into itself by way of this box, for want of a name before it is made.
      let box = PeerMistakesBox<Store<Int, Int>>()
      let store = Store(0, of: Int.self, flow: flow) { [unowned box] state, number in
        state = number
        depth.look()
        if number == last { return .none }
        switch place {
        case .update: box.value?.send(number + 1)
        case .effect: return .send(number + 1)
        case .errorHandler: return .unhandled
        default: break
        }
        return .none
      }
      box.value = store
      func pass(_ number: Int) {
        if number < last { box.value?.send(number + 1) }
      }
      var tokens: [ObservationToken] = []
      switch place {
      case .update, .effect: break
      case .stateObserver: tokens.append(store.observe { pass($0) })
      case .pathObserver: tokens.append(store.observe(\.self) { pass($0) })
      case .messageObserver: tokens.append(store.observe(messages: Int.self) { pass($0) })
      case .tap: tokens.append(flow.tap { pass($0.message as? Int ?? last) })
      case .gate:
        tokens.append(
          store.gate("echo") {
            pass($0)
            return .pass
          })
      case .errorHandler: flow.errorHandler = { _ in pass(box.value?.withState { $0 } ?? last) }
      case .otherStore:
        let other = Store(0, of: Int.self, flow: flow) { state, number in
          state = number
          return .none
        }
        tokens.append(store.observe { other.send($0) })
        tokens.append(other.observe { pass($0) })
      }
      store.send(1)
      #expect(store.withState { $0 } == last)
      #expect(depth.count == last)
      #expect(depth.spread < 4_096, "the stack grew by \(depth.spread) bytes")
      for token in tokens { token.cancel() }
    }
  }
}

/// The distance between the calls on the stack.
final class PeerMistakesDepth {
  private var lowest = UInt.max
  private var highest = UInt.min
  private(set) var count = 0

  /// Bytes between the deepest and the highest call, the first not counted: it may run on another path.
  var spread: UInt { count < 2 ? 0 : highest - lowest }

  @inline(never)
  func look() {
    count += 1
    if count == 1 { return }
    var marker = 0
    // Sound: the address is compared, never followed.
    withUnsafeMutablePointer(to: &marker) { marker in
      let address = UInt(bitPattern: marker)
      lowest = min(lowest, address)
      highest = max(highest, address)
    }
  }
}

final class PeerMistakesBox<Value> {
  var value: Value?
}
