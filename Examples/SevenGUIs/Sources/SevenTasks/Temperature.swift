public import Millrace

/// Task 2: two fields that follow each other.
///
/// The text that is typed stays as it is typed. A text that is not a number leaves the other field alone.
public struct Temperature: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case celsius(String)
    case fahrenheit(String)
  }

  public internal(set) var celsius = ""
  public internal(set) var fahrenheit = ""

  public init() {}

  public var celsiusProblem: String? { Self.problem(of: celsius) }
  public var fahrenheitProblem: String? { Self.problem(of: fahrenheit) }

  public static func update(_ temperature: inout Temperature, _ message: Message) -> Effect<Message> {
    switch message {
    case .celsius(let text):
      temperature.celsius = text
      if let degrees = DecimalText.number(text), let other = DecimalText.text(degrees * 9 / 5 + 32) {
        temperature.fahrenheit = other
      }
    case .fahrenheit(let text):
      temperature.fahrenheit = text
      if let degrees = DecimalText.number(text), let other = DecimalText.text((degrees - 32) * 5 / 9) {
        temperature.celsius = other
      }
    }
    return .none
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<Temperature, Message> {
    Store(Temperature(), flow: flow, update: update)
  }

  private static func problem(of text: String) -> String? {
    text.isEmpty || DecimalText.number(text) != nil ? nil : "Write a number, such as 36.6."
  }
}
