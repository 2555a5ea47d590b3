/// The output of `notes help`.
let help = """
  Notes and todos, in the terminal, online and offline.

  notes                        the full screen; ? there shows the keys
  notes open LINK              the same, at a place: notes:42, notes:new, todos, search:milk
  notes list [notes|todos|users] [--search WORDS] [--sort new|old|title] [--open]
  notes search WORDS [--todo]  a line for each that has all the words
  notes show notes:42          all of one
  notes add TITLE [BODY]       a new note; - takes the body from standard input
  notes add --todo TITLE       a new todo
  notes edit notes:42 [--title TITLE] [--body BODY]
  notes done todos:7 [--open]  ticks it, or unticks it with --open
  notes delete notes:42
  notes watch                  a line for each change, as it comes, until ctrl-C
  notes sync                   sends what waits and fetches what is new
  notes status                 the server, what waits, what is in conflict
  notes conflicts              what somebody else has changed as well
  notes resolve notes:42 mine|theirs
  notes user [NUMBER]          who writes here; somebody else from now on
  notes replay FILE            a recorded session, turn by turn
  notes reset                  sets the local database aside, and begins anew
  notes help

  --server URL       the server; otherwise NOTES_SERVER, otherwise http://127.0.0.1:8080
  --data FOLDER      the local database; otherwise NOTES_DATA, otherwise ~/.local/share/millrace-notes
  --token-file FILE  what the server wants to see; otherwise NOTES_TOKEN
  --offline          leaves the server alone; list, search, show and conflicts then work on a full disk, too
  --record FILE      records the session, for “notes replay”
  --json             prints JSON, for programs
  NO_COLOR in the environment, unless it is empty, keeps the full screen without colours.

  What is changed offline is kept, and sent when the server is there again. The status is 0; 1 when it could not be
  done; 2 when it was not understood; 3 when it waits for the server, or is in conflict.
  """
