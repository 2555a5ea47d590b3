/// The first lines of the program.
struct Announcement {
  var page: String
  /// The addresses for applications, the preferred one first.
  var applications: [String]
  /// The address that others can reach, if there is one.
  var openHost: String?
  var port: Int
  /// The file with the log, while a command has the terminal.
  var log: String?

  /// One line for programs.
  var json: String {
    #"{"page":"\#(page)","application":"\#(applications[0])"}"#
  }

  /// The lines for people.
  var text: String {
    var lines = ["The inspector's page:  \(page)"]
    if let log {
      lines.append("Its log:               \(log)")
    } else {
      lines.append("An application shows itself there when it is started with its address:")
      for address in applications { lines.append("  MILLRACE_INSPECTOR='\(address)' swift run App") }
    }
    if let openHost {
      lines.append(
        """
        Warning: others can reach \(openHost), and nothing is encrypted: who sees the traffic sees the token, the key \
        and the application's data. A tunnel encrypts: start the inspector without `--host` and with `--port \(port)`, \
        and on the other machine:
          ssh -L \(port):127.0.0.1:\(port) user@\(openHost)
        """)
    }
    return lines.joined(separator: "\n")
  }
}
