import SevenTasks

func temperatureView(_ temperature: Temperature) -> [Control<Temperature.Message>] {
  [
    .field("Celsius", temperature.celsius, problem: temperature.celsiusProblem) { .celsius($0) },
    .field("Fahrenheit", temperature.fahrenheit, problem: temperature.fahrenheitProblem) { .fahrenheit($0) },
  ]
}
