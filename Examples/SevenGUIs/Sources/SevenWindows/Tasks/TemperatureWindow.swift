import Millrace
import SevenTasks
import Widgets

@MainActor
func temperatureView(_ store: Store<Temperature, Temperature.Message>) -> Widget {
  let celsius = Field("Celsius") { store.send(.celsius($0)) }
  let fahrenheit = Field("Fahrenheit") { store.send(.fahrenheit($0)) }
  store.observe(\.celsius, owner: celsius, initial: true) { $0.text = $1 }
  store.observe(\.celsiusProblem, owner: celsius, initial: true) { $0.problem = $1 }
  store.observe(\.fahrenheit, owner: fahrenheit, initial: true) { $0.text = $1 }
  store.observe(\.fahrenheitProblem, owner: fahrenheit, initial: true) { $0.problem = $1 }
  return Form(celsius, fahrenheit)
}
