import Feed
import Session

/// The JSON between the program and the server.
///
/// The modules have their own types for the same values, so that the server can change without them.
struct Credentials: Encodable {
  let name: String
  let password: String
}

struct TicketAnswer: Decodable {
  let person: String
  let token: String
  let seconds: Int

  var ticket: Ticket { Ticket(person: person, token: token, seconds: seconds) }
}

struct ItemAnswer: Decodable {
  let author: String
  let text: String

  var item: FeedItem { FeedItem(author: author, text: text) }
}

struct Refusal: Decodable {
  let error: String
}
