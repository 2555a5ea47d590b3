// expect-error: type 'Thermometer' does not conform to protocol 'AsyncCommandInterpreter'
// An interpreter takes something that is no command.
import Katana

struct ReadTemperature: Command {
  let place: String
}

struct Thermometer: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: String) async {
  }
}
