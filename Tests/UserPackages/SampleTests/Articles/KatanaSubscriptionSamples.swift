import Foundation
import Katana
import KatanaTesting
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct Workshop: Model, Equatable {
  var plan: String?
  var alarm: Int?
}

enum WorkshopMessage: Message, Equatable {
  case interrupted
  case typed(StandardInput.Event)
  case plan(FileChange)
  case noPlan(String)
  case ring
  case temperature(Int)
}

struct DeskSubscriptions: SubscriptionProvider {
  func subscriptions(model: Workshop, message: (any Message)?) -> [any Subscription] {
    var wanted: [any Subscription] = [
      Signals(SIGINT) { _ in WorkshopMessage.interrupted },
      StandardInput { WorkshopMessage.typed($0) },
    ]
    if let path = model.plan {
      wanted.append(
        FileChanges(path, id: EffectID(path)) {
          WorkshopMessage.plan($0)
        } failed: {
          WorkshopMessage.noPlan("\($0)")
        })
    }
    if let seconds = model.alarm { wanted.append(Every(.seconds(seconds), send: WorkshopMessage.ring)) }
    return wanted
  }
}

struct Temperature: Subscription { let room: String }

final class TemperatureInterpreter: SubscriptionInterpreter {
  private let subscription: Temperature
  private let dispatch: Dispatcher
  private var sensor: Sensor?

  init(subscription: Temperature, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() throws {
    sensor = try dispatch.environment[Sensors.self].sensor(in: subscription.room) { [dispatch] degrees in
      dispatch(WorkshopMessage.temperature(degrees))
    }
  }

  func stop() { sensor?.close() }
}

/// A stand-in for the sensors of a house, which call back.
struct Sensors: StoreEnvironmentKey, Sendable {
  static let defaultValue = Sensors()

  var degrees = 18

  func sensor(in room: String, read: (Int) -> Void) throws -> Sensor {
    read(degrees)
    return Sensor()
  }
}

struct Sensor: Sendable {
  func close() {}
}

@Suite("Katana: subscriptions in depth") struct KatanaSubscriptionSamples {
  @Test("A provider's answers are compared")
  func provider() {
    let provider = DeskSubscriptions()
    let quiet = provider.subscriptions(model: Workshop(), message: nil)
    #expect(quiet.count == 2)
    let busy = provider.subscriptions(model: Workshop(plan: "plan.txt", alarm: 5), message: nil)
    #expect(zip(quiet, busy).allSatisfy { $0.isEqual(to: $1) })
    #expect(busy[3].isEqual(to: Every(.seconds(5), send: WorkshopMessage.ring)))
    #expect(!busy[2].isEqual(to: FileChanges("other.txt", id: "plan.txt") { WorkshopMessage.plan($0) }))
  }

  @Test("An interpreter is started against a recorder")
  func interpreter() throws {
    var environment = StoreEnvironment()
    environment[Sensors.self] = Sensors(degrees: 21)
    let recorder = DispatchRecorder(environment: environment)
    let listening = try recorder.listen(to: Temperature(room: "kitchen"), by: TemperatureInterpreter.self)
    #expect(recorder.messages(of: WorkshopMessage.self) == [.temperature(21)])
    listening.stop()
  }
}
