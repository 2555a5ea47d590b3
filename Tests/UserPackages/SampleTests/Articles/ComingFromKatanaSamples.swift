import Katana
import KatanaTesting
import Testing

/// The sample of *Coming from Katana*.
enum FromKatana {
  struct Session: Model, Equatable {
    var user: String?
    var isLoading = false
  }

  enum SessionMessage: Message, Equatable {
    case logIn(String)
    case ended(user: String?)
  }

  struct LogIn: Command, Equatable { let name: String }

  struct SessionUpdater: TypedUpdater {
    func update(model: inout Session, message: SessionMessage) -> [any Command] {
      switch message {
      case .logIn(let name):
        guard model.user == nil else { return [] }
        model.isLoading = true
        return [LogIn(name: name)]
      case .ended(let user):
        model = Session(user: user)
        return []
      }
    }
  }

  struct LogInInterpreter: AsyncCommandInterpreter {
    let accounts: Accounts

    func interpret(dispatch: AsyncDispatch, command: LogIn) async {
      await dispatch(SessionMessage.ended(user: try? await accounts.logIn(command.name)))
    }
  }

  /// A stand-in for a server.
  nonisolated struct Accounts: Sendable {
    var logIn: @Sendable (_ name: String) async throws -> String
  }

  final class Screen {
    var shown: [String?] = []

    func show(_ user: String?) { shown.append(user) }
  }
}

@MainActor
@Suite("Coming from Katana") struct FromKatanaSamples {
  typealias Session = FromKatana.Session
  typealias SessionMessage = FromKatana.SessionMessage
  typealias SessionUpdater = FromKatana.SessionUpdater
  typealias LogInInterpreter = FromKatana.LogInInterpreter

  @Test("A login is awaited, and shown")
  func login() async throws {
    let screen = FromKatana.Screen()
    let accounts = FromKatana.Accounts { $0.uppercased() }
    let store = try Store(
      model: Session(), updater: SessionUpdater(), interpreters: [LogInInterpreter(accounts: accounts)])
    let log = store.logMessages()
    let token = store.observe(\.user) { user in screen.show(user) }
    await store.dispatchAndWait(SessionMessage.logIn("ada"))
    #expect(store.user == "ADA")
    #expect(screen.shown == ["ADA"])
    log.cancel()
    token.cancel()
  }
}

/// The samples of *Dependencies*.
enum KatanaDependencies {
  struct Orders: Model, Equatable {
    var numbers: [Int] = []
    var problem: String?
  }

  enum OrdersMessage: Message, Equatable {
    case load
    case loaded([Int])
    case failed(String)
  }

  struct LoadOrders: Command, Equatable {}

  struct OrdersUpdater: TypedUpdater {
    func update(model: inout Orders, message: OrdersMessage) -> [any Command] {
      switch message {
      case .load: return [LoadOrders()]
      case .loaded(let numbers): model.numbers = numbers
      case .failed(let problem): model.problem = problem
      }
      return []
    }
  }

  nonisolated struct OrderService: Sendable {
    var orders: @Sendable () async throws -> [Int]
  }

  struct LoadOrdersInterpreter: AsyncCommandInterpreter {
    let service: OrderService

    func interpret(dispatch: AsyncDispatch, command: LoadOrders) async {
      do {
        await dispatch(OrdersMessage.loaded(try await service.orders()))
      } catch {
        await dispatch(OrdersMessage.failed("\(error)"))
      }
    }
  }

  nonisolated enum OrderServiceKey: StoreEnvironmentKey {
    static let defaultValue = OrderService { [] }
  }

  struct ReloadInterpreter: AsyncCommandInterpreter {
    func interpret(dispatch: AsyncDispatch, command: LoadOrders) async throws {
      let service = dispatch.environment[OrderServiceKey.self]
      await dispatch(OrdersMessage.loaded(try await service.orders()))
    }
  }
}

@MainActor
@Suite("Dependencies") struct KatanaDependenciesSamples {
  typealias Orders = KatanaDependencies.Orders
  typealias OrdersMessage = KatanaDependencies.OrdersMessage
  typealias OrdersUpdater = KatanaDependencies.OrdersUpdater
  typealias LoadOrders = KatanaDependencies.LoadOrders
  typealias OrderService = KatanaDependencies.OrderService
  typealias OrderServiceKey = KatanaDependencies.OrderServiceKey
  typealias LoadOrdersInterpreter = KatanaDependencies.LoadOrdersInterpreter
  typealias ReloadInterpreter = KatanaDependencies.ReloadInterpreter

  @Test("A service is a property of an interpreter, or in the environment")
  func service() async throws {
    let service = OrderService { [7] }
    let store = try Store(
      model: Orders(), updater: OrdersUpdater(), interpreters: [LoadOrdersInterpreter(service: service)])
    var environment = StoreEnvironment()
    environment[OrderServiceKey.self] = service
    let other = try Store(
      model: Orders(), updater: OrdersUpdater(), interpreters: [ReloadInterpreter()],
      environment: environment)
    await store.dispatchAndWait(OrdersMessage.load)
    await other.dispatchAndWait(OrdersMessage.load)
    #expect(store.numbers == [7])
    #expect(other.numbers == [7])
  }

  @Test("A test replaces the one service of an interpreter")
  func test() async throws {
    let outcome = OrdersUpdater().outcome(of: OrdersMessage.load, on: Orders())
    #expect(outcome.commands == [LoadOrders()])

    let recorder = DispatchRecorder()
    try await recorder.interpret(
      LoadOrders(), by: LoadOrdersInterpreter(service: OrderService { [7] }))
    #expect(recorder.messages(of: OrdersMessage.self) == [.loaded([7])])
  }
}
