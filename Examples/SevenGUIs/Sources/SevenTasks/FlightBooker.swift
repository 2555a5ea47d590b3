public import Millrace
public import MillraceForms

/// The flight to book, and the form that edits it.
public struct Flight: FormValues {
  public enum Kind: String, CaseIterable, Sendable {
    case oneWay = "one-way flight"
    case `return` = "return flight"

    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  public var kind = Kind.oneWay
  public var departure: FlightDate
  public var `return`: FlightDate

  static let date = FieldFormat<FlightDate>(
    otherwise: "Write a date such as 24.12.2026.", text: { $0.description }, parse: { FlightDate($0) })

  public static let form = FormDefinition<Flight>(
    fields: [
      FormField("flight", \.kind),
      FormField("departure", \.departure, date),
      FormField("return", \.return, date).when { $0.kind == .return },
    ],
    rules: [
      FormRule(at: \.return) {
        $0.kind == .return && $0.return < $0.departure ? "The return flight is before the departure." : nil
      }
    ],
    // The benchmark asks for red as soon as a date is wrong, not only when its field is left.
    showsIssuesAtOnce: true)
}

/// Task 3: a form whose fields depend on each other.
public struct FlightBooker: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case form(FormMessage<Flight>)
  }

  public internal(set) var form: FormState<Flight>

  public init(on date: FlightDate) {
    form = FormState(Flight(departure: date, return: date))
  }

  public var kind: Flight.Kind { form.value.kind }
  public var departure: String { form[\.departure].text }
  public var `return`: String { form[\.return].text }
  public var hasReturn: Bool { form[\.return].isActive }
  public var departureProblem: String? { form[\.departure].issue }
  public var returnProblem: String? { form[\.return].issue }
  public var canBook: Bool { form.canSubmit }

  /// The sentence about the booking, until something is edited.
  public var booking: String? {
    guard form.phase == .accepted else { return nil }
    let flight = form.value
    return switch flight.kind {
    case .oneWay: "You have booked a one-way flight on \(flight.departure)."
    case .return: "You have booked a return flight on \(flight.departure), back on \(flight.return)."
    }
  }

  /// Accepts a flight at once; a real program gives it a closure that calls the airline.
  private static let logic = FormLogic<Flight, Message>("flight", { .form($0) })

  public static func update(_ booker: inout FlightBooker, _ message: Message) -> Effect<Message> {
    switch message {
    case .form(let message): logic.update(&booker.form, message)
    }
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<FlightBooker, Message> {
    let flow = flow ?? Flow()
    return Store(FlightBooker(on: FlightDate(flow.environment.dates.now())), flow: flow, update: update)
  }
}
