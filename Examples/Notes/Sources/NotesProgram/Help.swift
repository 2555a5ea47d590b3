let help = """
  Notes and todos, in the terminal, online and offline.

  notes                        the full screen; ? there shows the keys
  notes open LINK              the same, at a link: notes:42, notes:new, todos, search:milk
  notes list [notes|todos|users] [--search WORDS] [--sort new|old|title] [--open]
  notes search WORDS [--todo]  a line for each item that has all the words
  notes show notes:42          the whole item
  notes add TITLE [BODY]       a new note; - takes the body from standard input
  notes add --todo TITLE       a new todo
  notes edit notes:42 [--title TITLE] [--body BODY]
  notes done todos:7 [--open]  marks it as done, or as open with --open
  notes delete notes:42
  notes watch                  a line for each change as it arrives, until ctrl-C
  notes sync                   sends waiting changes and fetches new ones
  notes status                 the server, the number of waiting changes and of conflicts
  notes conflicts              the items that another user has changed, too
  notes resolve notes:42 mine|theirs
  notes user [NUMBER]          prints the author of new items, or sets it
  notes replay FILE            a recorded session, turn by turn
  notes reset                  moves the local database aside, and starts with an empty one
  notes help

  --server URL       the server; otherwise NOTES_SERVER, otherwise http://127.0.0.1:8080. Several servers of one
                     database, by repeating the option or separated by commas: the next is used when one is away
  --data FOLDER      the local database; otherwise NOTES_DATA, otherwise ~/.local/share/millrace-notes
  --token-file FILE  the server's token; otherwise NOTES_TOKEN
  --offline          does not use the server; list, search, show and conflicts then work on a full disk, too
  --record FILE      records the session, for “notes replay”
  --json             prints JSON, for programs
  NO_COLOR in the environment, unless it is empty, turns the colours of the full screen off.

  Offline changes are saved, and sent when the server is reachable again. The exit status is 0 for success, 1 for a
  failure, 2 for invalid arguments, and 3 for a change that waits for the server or is in conflict.
  """
