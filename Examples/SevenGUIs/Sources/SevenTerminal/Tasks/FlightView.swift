import MillraceForms
import SevenTasks

func flightView(_ flight: FlightBooker) -> [Control<FlightBooker.Message>] {
  [
    .choice("Flight", Flight.Kind.allCases.map(\.rawValue), selected: flight.kind.index) {
      .form(.choose(\.kind, Flight.Kind.allCases[$0]))
    },
    .field("Departure", flight.departure, problem: flight.departureProblem) { .form(.type(\.departure, $0)) },
    .field("Return", flight.return, isEnabled: flight.hasReturn, problem: flight.returnProblem) {
      .form(.type(\.return, $0))
    },
    .button("Book", isEnabled: flight.canBook, .form(.submit)),
    .text("Message", flight.booking ?? ""),
  ]
}
