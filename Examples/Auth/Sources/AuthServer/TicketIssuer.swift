/// The users and the valid tickets: a value that decides, without side effects.
struct TicketIssuer {
  struct Ticket: Encodable, Equatable {
    let person: String
    let token: String
    let seconds: Int
  }

  struct Refusal: Error, Encodable, Equatable {
    let error: String
  }

  private struct Entry {
    let person: String
    let begin: Duration
    let end: Duration
  }

  private let lifetime: Int
  private let longest: Int
  private var tickets: [String: Entry] = [:]

  private static let people = [
    "ada": (name: "Ada Lovelace", password: "lovelace"),
    "grace": (name: "Grace Hopper", password: "hopper"),
  ]

  init(lifetime: Int, longest: Int) {
    self.lifetime = lifetime
    self.longest = longest
  }

  /// Creates a ticket for a user with the right password.
  mutating func logIn(
    name: String, password: String, now: Duration, newToken: String
  ) throws(Refusal) -> Ticket {
    // The refusal does not say which of the two is wrong.
    guard let person = Self.people[name.lowercased()], person.password == password else {
      throw Refusal(error: "The name or the password is wrong.")
    }
    return give(newToken, person.name, begin: now, now: now)
  }

  /// Replaces a valid ticket with a new one.
  mutating func renew(_ token: String?, now: Duration, newToken: String) throws(Refusal) -> Ticket {
    let entry = try entry(token, now)
    tickets[token ?? ""] = nil
    if now >= entry.begin + .seconds(longest) {
      throw Refusal(error: "You have been logged in for long enough.")
    }
    return give(newToken, entry.person, begin: entry.begin, now: now)
  }

  /// Revokes a valid ticket.
  mutating func takeBack(_ token: String?, now: Duration) throws(Refusal) {
    _ = try entry(token, now)
    tickets[token ?? ""] = nil
  }

  /// Throws when a ticket is not valid.
  func check(_ token: String?, now: Duration) throws(Refusal) { _ = try entry(token, now) }

  mutating func forget() { tickets = [:] }

  private mutating func give(_ token: String, _ person: String, begin: Duration, now: Duration) -> Ticket {
    tickets = tickets.filter { $0.value.end > now }
    tickets[token] = Entry(person: person, begin: begin, end: now + .seconds(lifetime))
    return Ticket(person: person, token: token, seconds: lifetime)
  }

  private func entry(_ token: String?, _ now: Duration) throws(Refusal) -> Entry {
    guard let token else { throw Refusal(error: "This needs a ticket.") }
    guard let entry = tickets[token], entry.end > now else {
      throw Refusal(error: "Your ticket is not good any more.")
    }
    return entry
  }
}
