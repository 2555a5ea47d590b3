import Millrace
import MillraceForms
import SevenTasks
import Widgets

@MainActor
func flightView(_ store: Store<FlightBooker, FlightBooker.Message>) -> Widget {
  let kinds = Flight.Kind.allCases
  let flight = Choice("Flight", kinds.map(\.rawValue)) { store.send(.form(.choose(\.kind, kinds[$0]))) }
  let departure = Field("Departure") { store.send(.form(.type(\.departure, $0))) }
  let back = Field("Return") { store.send(.form(.type(\.return, $0))) }
  let book = Button("Book") { store.send(.form(.submit)) }
  let message = Label("Message")
  store.observe(\.kind, owner: flight, initial: true) { $0.selected = $1.index }
  store.observe(\.departure, owner: departure, initial: true) { $0.text = $1 }
  store.observe(\.departureProblem, owner: departure, initial: true) { $0.problem = $1 }
  store.observe(\.return, owner: back, initial: true) { $0.text = $1 }
  store.observe(\.hasReturn, owner: back, initial: true) { $0.isEnabled = $1 }
  store.observe(\.returnProblem, owner: back, initial: true) { $0.problem = $1 }
  store.observe(\.canBook, owner: book, initial: true) { $0.isEnabled = $1 }
  store.observe(\.booking, owner: message, initial: true) { $0.text = $1 ?? "" }
  return Column(Form(flight, departure, back), book, message)
}
